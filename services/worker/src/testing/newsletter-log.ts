import { randomUUID } from 'node:crypto';
import type { EventStore } from '@journal/event-store';
import { type NewNewsletterEvent, newsletterStream, type Vault } from '@journal/events';
import { createLogWriter } from './log-writer.ts';

/** Writes sealed newsletter events to a log; each call resolves with the position of its event. */
export function createNewsletterLog(store: EventStore, vault: Vault) {
  const { codec, ...log } = createLogWriter(store, { vault, day: '2026-01-04Z', requestId: 'request-3' });
  const actor = { id: 'visitor', role: 'visitor' } as const;
  const write = (hash: string, event: NewNewsletterEvent, at = new Date()) =>
    log.write(newsletterStream(hash), event, { actor, at: at.toISOString() });

  return {
    codec,
    /** A reader with ids of their own. */
    reader(email: string, hash = randomUUID().replaceAll('-', '').repeat(2), subscriberId = randomUUID()) {
      return {
        hash,
        subscriberId,
        email,
        request: (requestId: string = randomUUID(), at?: Date) =>
          write(hash, { type: 'SubscriptionRequested', data: { subscriberId, requestId, email } }, at),
        confirm: (at?: Date) => write(hash, { type: 'SubscriptionConfirmed', data: { subscriberId } }, at),
        end: () => write(hash, { type: 'SubscriptionEnded', data: { subscriberId } }),
      };
    },
  };
}

import { randomUUID } from 'node:crypto';
import type { EventStore } from '@journal/event-store';
import {
  createEventCodec,
  journalEvents,
  type NewNewsletterEvent,
  newsletterStream,
  type Vault,
} from '@journal/events';

/** Writes sealed newsletter events to a log; each call gives the position of its event. */
export function createNewsletterLog(store: EventStore, vault: Vault) {
  const codec = createEventCodec({ vault, events: journalEvents });

  async function write(hash: string, event: NewNewsletterEvent, at = new Date()): Promise<string> {
    const sealed = await codec.seal(event, randomUUID(), {
      actor: { id: 'visitor', role: 'visitor' },
      requestId: 'request-3',
      correlationId: 'request-3',
      causationId: 'request-3',
      at: at.toISOString(),
    });
    return (await store.append(newsletterStream(hash), [sealed], 'any')).position;
  }

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

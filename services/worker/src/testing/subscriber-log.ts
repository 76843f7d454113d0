import { randomUUID } from 'node:crypto';
import type { Position } from '@journal/event-store';
import { type Actor, type NewJournalEvent, newsletterStream, type sections } from '@journal/events';

type Section = (typeof sections)[number];
type Write = (stream: string, event: NewJournalEvent, by: { actor: Actor; at: Date }) => Promise<Position>;

/** Returns a function that creates a newsletter subscriber with unique IDs; events have the current time by default. */
export function createSubscriberLog(write: Write) {
  const actor: Actor = { id: 'visitor', role: 'visitor' };
  return (
    email: string,
    hash = randomUUID().replaceAll('-', '').repeat(2),
    subscriberId: string = randomUUID(),
  ) => {
    const writeTo = (event: NewJournalEvent, at = new Date()) =>
      write(newsletterStream(hash), event, { actor, at });
    return {
      hash,
      subscriberId,
      email,
      request: (requestId: string = randomUUID(), at?: Date, section?: Section) =>
        writeTo(
          {
            type: 'SubscriptionRequested',
            data: { subscriberId, requestId, email, ...(section && { section }) },
          },
          at,
        ),
      /** If `section` is left out, the event has none, like older events. */
      confirm: (at?: Date, section?: Section | null) =>
        writeTo(
          {
            type: 'SubscriptionConfirmed',
            data: { subscriberId, ...(section !== undefined && { section }) },
          },
          at,
        ),
      end: () => writeTo({ type: 'SubscriptionEnded', data: { subscriberId } }),
    };
  };
}

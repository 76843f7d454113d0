import type { EventStore } from '@journal/event-store';
import { type Confirming, type EventCodec, type journalEvents, newsletterStream } from '@journal/events';

/** The subscriptions that wait for a mail to be answered, as the log says now. */
export type WaitingSubscriptions = {
  /** The address to ask, where this is the newest mail that it waits for; else undefined. */
  addressOf(asked: Confirming): Promise<string | undefined>;
  /** Whether this subscription has not ended. */
  stands(asked: Confirming): Promise<boolean>;
};

export function createWaitingSubscriptions(
  store: Pick<EventStore, 'read'>,
  codec: Pick<EventCodec<typeof journalEvents>, 'open'>,
): WaitingSubscriptions {
  async function lastEventOf(hash: string) {
    let last: Parameters<typeof codec.open>[0][number] | undefined;
    for await (const recorded of store.read(newsletterStream(hash))) last = recorded;
    const [event] = last ? await codec.open([last]) : [];
    return event;
  }
  return {
    async addressOf({ hash, subscriberId, requestId }) {
      const event = await lastEventOf(hash);
      if (event?.type !== 'SubscriptionRequested') return undefined;
      const { data } = event;
      const isThis = data.subscriberId === subscriberId && data.requestId === requestId;
      return isThis ? (data.email ?? undefined) : undefined;
    },
    async stands({ hash, subscriberId }) {
      const event = await lastEventOf(hash);
      return (
        (event?.type === 'SubscriptionRequested' || event?.type === 'SubscriptionConfirmed') &&
        event.data.subscriberId === subscriberId
      );
    },
  };
}

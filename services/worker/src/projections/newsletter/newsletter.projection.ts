import { addressHashOf, type NewsletterEvent, newsletterEvents, type OpenedEvent } from '@journal/events';
import { newsletterModel, type SubscriberRow } from '@journal/read-models';
import type { Projection } from '../../engine/projection.ts';
import { ProjectionFault } from '../../engine/projection-fault.ts';
import { newsletterTables } from './newsletter.tables.ts';

type OpenedNewsletterEvent = OpenedEvent<NewsletterEvent>;

const noTopics: ReadonlySet<string> = new Set();

/** Who subscribed to the newsletter; of whoever left, nothing. Nobody follows it, so it tells no topics. */
export const newsletterProjection: Projection<OpenedNewsletterEvent> = {
  model: newsletterModel,
  events: newsletterEvents,
  prepare: (events, schema) => ({
    async changes(database) {
      const ids = [...new Set(events.map(({ data }) => data.subscriberId))];
      const before = await newsletterTables.load(database, schema, ids);
      const after = new Map<string, SubscriberRow | undefined>(before);
      for (const event of events)
        after.set(event.data.subscriberId, rowAfter(after.get(event.data.subscriberId), event));
      return {
        writes: [
          newsletterTables.save(
            schema,
            [...after.values()].filter((row) => row !== undefined),
          ),
          newsletterTables.remove(
            schema,
            ids.filter((id) => after.get(id) === undefined),
          ),
        ],
        topics: noTopics,
      };
    },
  }),
};

/** Undefined: there is none. */
function rowAfter(row: SubscriberRow | undefined, event: OpenedNewsletterEvent): SubscriberRow | undefined {
  const { subscriberId } = event.data;
  switch (event.type) {
    case 'SubscriptionRequested':
      return {
        subscriberId,
        addressHash: addressHashOf(event.stream),
        email: event.data.email,
        confirmedAt: row?.confirmedAt ?? null,
      };
    case 'SubscriptionConfirmed':
      if (!row) throw new ProjectionFault(event, new Error('nobody asked for what is confirmed'));
      return { ...row, confirmedAt: event.metadata.at };
    case 'SubscriptionEnded':
      return undefined;
    default:
      return event satisfies never;
  }
}

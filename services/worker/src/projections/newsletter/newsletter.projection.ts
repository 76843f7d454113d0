import { addressHashOf, type NewsletterEvent, newsletterEvents, type OpenedEvent } from '@journal/events';
import { newsletterModel, type SubscriberRow, subscriberColumns } from '@journal/read-models';
import { type Projection, ProjectionFault } from '../../engine/projection.ts';
import { deleteRows, loadRows, replaceRows, type Table } from '../../engine/rows.ts';

type OpenedNewsletterEvent = OpenedEvent<NewsletterEvent>;

const subscribers: Table<SubscriberRow> = { name: 'subscriber', columns: subscriberColumns };

/** Newsletter subscribers, without those who unsubscribed. Not shown to readers, so it publishes no topics. */
export const newsletterProjection: Projection<OpenedNewsletterEvent> = {
  model: newsletterModel,
  events: newsletterEvents,
  prepare: (events) => ({
    async apply(transaction) {
      const ids = [...new Set(events.map(({ data }) => data.subscriberId))];
      const stored = await loadRows(transaction, subscribers, 'subscriberId', ids);
      const after = new Map<string, SubscriberRow | undefined>(stored.map((row) => [row.subscriberId, row]));
      for (const event of events)
        after.set(event.data.subscriberId, rowAfter(after.get(event.data.subscriberId), event));
      const rows = [...after.values()].filter((row) => row !== undefined);
      const ended = ids.filter((id) => after.get(id) === undefined);
      replaceRows(transaction, subscribers, 'subscriberId', rows);
      deleteRows(transaction, subscribers, 'subscriberId', ended);
      return [];
    },
  }),
};

/** Returns the subscriber after an event; undefined if the subscription has ended. */
function rowAfter(row: SubscriberRow | undefined, event: OpenedNewsletterEvent): SubscriberRow | undefined {
  const { subscriberId } = event.data;
  switch (event.type) {
    case 'SubscriptionRequested':
      return {
        subscriberId,
        addressHash: addressHashOf(event.stream),
        email: event.data.email,
        section: row?.confirmedAt ? row.section : (event.data.section ?? null),
        requestedAt: event.metadata.at,
        confirmedAt: row?.confirmedAt ?? null,
      };
    case 'SubscriptionConfirmed':
      if (!row) throw new ProjectionFault(event, new Error('a confirmation without a request'));
      return {
        ...row,
        section: event.data.section === undefined ? row.section : event.data.section,
        confirmedAt: event.metadata.at,
      };
    case 'SubscriptionEnded':
      return undefined;
    default:
      return event satisfies never;
  }
}

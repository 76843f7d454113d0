import type { Section } from '@journal/contracts';
import { definitionsOf, type RowOf } from './columns.ts';
import type { ReadModel } from './read-model.ts';

/** A subscriber to the newsletter. The row is deleted when the subscription ends. */
export const subscriberColumns = {
  subscriberId: 'text',
  /** Names the stream. Equals the `emailHash` of an account with this address. */
  addressHash: 'text',
  /** Null if the key is gone; the event that ends the subscription then follows. */
  email: 'text',
  /** Set if only issues with something from that section are wanted: as last confirmed, or else as requested. */
  section: 'text',
  /** Time of the last request. */
  requestedAt: 'timestamptz',
  /** Null until confirmed. Until then, only the request for confirmation may be mailed. */
  confirmedAt: 'timestamptz',
} as const;
export type SubscriberRow = RowOf<
  typeof subscriberColumns,
  'email' | 'section' | 'confirmedAt',
  { readonly section: Section | null }
>;

/** Recipients of issues, once `confirmed_at` shows that they want them. None of this is public. */
export const newsletterModel = {
  name: 'newsletter',
  version: 3,
  migrations: {
    '0001-subscriber': `
      create table subscriber (
        ${definitionsOf(subscriberColumns, 'email', 'section', 'confirmedAt')},
        primary key (subscriber_id)
      );

      -- Not unique: the streams see to that, and a read model may not refuse what the log says.
      create index subscriber_address on subscriber (address_hash);
    `,
    // The planner's samples of a column outlive the rows that they come from.
    '0002-no-samples': 'alter table subscriber alter column email set statistics 0',
  },
} as const satisfies ReadModel;

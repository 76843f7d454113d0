import type { Section } from '@journal/contracts';
import { definitionsOf, type RowOf } from './columns.ts';
import type { ReadModel } from './read-model.ts';

/** Somebody who subscribed to the newsletter. It is deleted when the subscription ends. */
export const subscriberColumns = {
  subscriberId: 'text',
  /** Names the stream; the `emailHash` of an account with this address. */
  addressHash: 'text',
  /** Null where the key is gone; the end of the subscription is then on its way. */
  email: 'text',
  /** Where only issues with something from that section are wanted: as it was confirmed last, or else asked for. */
  section: 'text',
  /** When it was asked for last. */
  requestedAt: 'timestamptz',
  /** Null until it is confirmed: until then nothing else may be mailed. */
  confirmedAt: 'timestamptz',
} as const;
export type SubscriberRow = RowOf<
  typeof subscriberColumns,
  'email' | 'section' | 'confirmedAt',
  { readonly section: Section | null }
>;

/** Whom issues are to be mailed to, once `confirmed_at` says that they want them. Nothing of it is public. */
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
    // The planner's samples of a column outlive the rows that they are from.
    '0002-no-samples': 'alter table subscriber alter column email set statistics 0',
  },
} as const satisfies ReadModel;

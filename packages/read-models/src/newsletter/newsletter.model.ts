import type { ReadModel } from '../read-model.ts';

/** Whom issues are to be mailed to, once `confirmed_at` says that they want them. Nothing of it is public. */
export const newsletterModel = {
  name: 'newsletter',
  version: 1,
  migrations: {
    '0001-subscriber': `
      create table subscriber (
        subscriber_id text primary key,
        address_hash text not null,
        email text,
        confirmed_at timestamptz
      );

      -- Not unique: the streams see to that, and a read model may not refuse what the log says.
      create index subscriber_address on subscriber (address_hash);
    `,
    '0002-no-samples': `
      -- The planner's samples of a column outlive the rows that they are from.
      alter table subscriber
        alter column email set statistics 0;
    `,
  },
} as const satisfies ReadModel;

import type { ReadModel } from '../read-model.ts';

/**
 * Accounts as they are now and what happened to each. Both go when the person is forgotten; of whom nothing may be
 * written again, `forgotten_account` knows the id. `email` is null where the person's key is gone.
 */
export const accountsModel = {
  name: 'accounts',
  version: 1,
  migrations: {
    '0001-account': `
      create table account (
        user_id text primary key,
        revision integer not null,
        email text,
        email_hash text not null,
        username text,
        full_name text,
        is_admin boolean not null,
        created_at timestamptz not null,
        session_version integer not null
      ) with (fillfactor = 85);

      -- Not unique: the claims see to that, and a read model may not refuse what the log says.
      create index account_email on account (email);

      create table account_event (
        user_id text not null,
        revision integer not null,
        type text not null,
        at timestamptz not null,
        request_id text not null,
        position text collate "C" not null,
        primary key (user_id, revision)
      );

      create table forgotten_account (
        user_id text primary key
      );
    `,
    '0002-no-samples': `
      -- The planner's samples of a column outlive the rows that they are from.
      alter table account
        alter column email set statistics 0,
        alter column username set statistics 0,
        alter column full_name set statistics 0;
    `,
  },
} as const satisfies ReadModel;

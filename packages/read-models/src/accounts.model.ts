import { accountFields, fieldNames, type OpenedAccountContent } from '@journal/events/fields';
import type { Columns, RowOf } from './columns.ts';
import { pieceColumns, rowColumns, withoutSamples } from './piece-columns.ts';
import type { ReadModel } from './read-model.ts';

/**
 * A person's account. It is deleted when the person is forgotten. Address and names are null, and the account is
 * nobody's, where the person's key was gone before this was written.
 */
export type AccountRow = OpenedAccountContent & {
  readonly userId: string;
  /** Of the user's stream: the last event applied. */
  readonly revision: number;
  /** Names the claim on the address. */
  readonly emailHash: string;
  readonly isAdmin: boolean;
  /** ISO 8601, UTC, milliseconds. */
  readonly createdAt: string;
  /** Counts the events that end sessions; a session of a lower version is over. */
  readonly sessionVersion: number;
};

export const accountColumns: Columns<AccountRow> = {
  userId: 'text',
  revision: 'integer',
  emailHash: 'text',
  ...pieceColumns<OpenedAccountContent>(accountFields, fieldNames(accountFields)),
  isAdmin: 'boolean',
  createdAt: 'timestamptz',
  sessionVersion: 'integer',
};

/** What happened to an account, and when; never what was in it. */
export const accountEventColumns = {
  userId: 'text',
  revision: 'integer',
  type: 'text',
  at: 'timestamptz',
  requestId: 'text',
  position: 'text',
} as const;
export type AccountEventRow = RowOf<typeof accountEventColumns>;

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
        email_hash text not null,
        ${rowColumns(accountFields)},
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
      ${withoutSamples('account', accountFields, fieldNames(accountFields))}
    `,
  },
} as const satisfies ReadModel;

import {
  accountFields,
  type ConsentState,
  fieldNames,
  type OpenedAccountContent,
  type Role,
} from '@journal/events/fields';
import {
  type Columns,
  definitionsOf,
  pieceColumns,
  type RowOf,
  rowColumns,
  withoutSamples,
} from './columns.ts';
import type { ReadModel } from './read-model.ts';

const ownColumns = {
  userId: 'text',
  /** Of the user's stream: the last event applied. */
  revision: 'integer',
  /** Names the claim on the address. */
  emailHash: 'text',
  /** In the order of `roles`, `admin` among them. */
  roles: 'names',
  createdAt: 'timestamptz',
  /** Counts the events that end sessions; a session of a lower version is over. */
  sessionVersion: 'integer',
  /** What a guardian said; null where none was ever asked. */
  consent: 'text',
  /** When one was asked last. */
  guardianAskedAt: 'timestamptz',
  /** While the answer is awaited and as long as the consent stands; null where its key is gone. */
  guardianEmail: 'text',
} as const;
const ofGuardian = ['consent', 'guardianAskedAt', 'guardianEmail'] as const;

/**
 * A person's account. It is deleted when the person is forgotten. Address and names are null, and the account is
 * nobody's, where the person's key was gone before this was written.
 */
export type AccountRow = Omit<RowOf<typeof ownColumns, (typeof ofGuardian)[number]>, 'consent' | 'roles'> &
  OpenedAccountContent & { readonly consent: ConsentState | null; readonly roles: readonly Role[] };

export const accountColumns: Columns<AccountRow> = {
  ...ownColumns,
  ...pieceColumns<OpenedAccountContent>(accountFields, fieldNames(accountFields)),
};

/** What happened to an account, and when; never what was in it. */
export const accountEventColumns = {
  userId: 'text',
  revision: 'integer',
  type: 'text',
  at: 'timestamptz',
  requestId: 'text',
  position: 'ascii',
} as const;
export type AccountEventRow = RowOf<typeof accountEventColumns>;

/**
 * Accounts as they are now and what happened to each. Both go when the person is forgotten; of whom nothing may be
 * written again, `forgotten_account` knows the id. `email` is null where the person's key is gone.
 */
export const accountsModel = {
  name: 'accounts',
  version: 2,
  migrations: {
    '0001-account': `
      create table account (
        ${definitionsOf(ownColumns, ...ofGuardian)},
        ${rowColumns(accountFields)},
        primary key (user_id)
      ) with (fillfactor = 85);

      -- Not unique: the claims see to that, and a read model may not refuse what the log says.
      create index account_email on account (email);

      create table account_event (${definitionsOf(accountEventColumns)}, primary key (user_id, revision));
      create table forgotten_account (user_id text primary key);
    `,
    '0002-no-samples': withoutSamples('account', accountFields, fieldNames(accountFields), 'guardian_email'),
  },
} as const satisfies ReadModel;

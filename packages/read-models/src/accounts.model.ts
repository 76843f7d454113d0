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
  /** Revision of the last applied event in the user's stream. */
  revision: 'integer',
  /** Keyed hash of the address. It names the claim on the address. */
  emailHash: 'text',
  /** In the order of `roles`, which include `admin`. */
  roles: 'names',
  createdAt: 'timestamptz',
  /** Counts the events that end sessions. A session with a lower version has ended. */
  sessionVersion: 'integer',
  /** State of the guardian's consent; null if none was ever asked for. */
  consent: 'text',
  /** Time of the last request to a guardian. */
  guardianAskedAt: 'timestamptz',
  /** Set while the answer is pending and as long as the consent is in force. Null if its key is gone. */
  guardianEmail: 'text',
} as const;
const guardianColumns = ['consent', 'guardianAskedAt', 'guardianEmail'] as const;

/**
 * A person's account. It is deleted when the person is forgotten. Address and names are null, and the account belongs
 * to nobody, if the person's key was already gone when the row was written.
 */
export type AccountRow = Omit<
  RowOf<typeof ownColumns, (typeof guardianColumns)[number]>,
  'consent' | 'roles'
> &
  OpenedAccountContent & { readonly consent: ConsentState | null; readonly roles: readonly Role[] };

export const accountColumns: Columns<AccountRow> = {
  ...ownColumns,
  ...pieceColumns<OpenedAccountContent>(accountFields, fieldNames(accountFields)),
};

/** What happened to an account, and when; never the content of the event. */
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
 * Accounts as they are now, and the events of each. Both are deleted when the person is forgotten; `forgotten_account`
 * keeps the ids for which nothing may be written again. `email` is null if the person's key is gone.
 */
export const accountsModel = {
  name: 'accounts',
  version: 2,
  migrations: {
    '0001-account': `
      create table account (
        ${definitionsOf(ownColumns, ...guardianColumns)},
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

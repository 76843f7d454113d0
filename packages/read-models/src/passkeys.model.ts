import { type Columns, definitionsOf, type RowOf } from './columns.ts';
import type { ReadModel } from './read-model.ts';

const columns = {
  passkeyId: 'text',
  userId: 'text',
  name: 'text',
  addedAt: 'timestamptz',
  lastUsedAt: 'timestamptz',
} as const;

/** A passkey. `name` is null if the person's key was gone; `lastUsedAt` is null before its first use. */
export type PasskeyRow = RowOf<typeof columns, 'name' | 'lastUsedAt'>;
export const passkeyColumns: Columns<PasskeyRow> = columns;

/**
 * People's passkeys with the names that they gave them. A person's passkeys are deleted when the person is forgotten.
 */
export const passkeysModel = {
  name: 'passkeys',
  version: 1,
  migrations: {
    '0001-passkey': `
      create table passkey (${definitionsOf(columns, 'name', 'lastUsedAt')}, primary key (passkey_id));
      create index passkey_of_user on passkey (user_id);
      create table forgotten_user (user_id text primary key);
      -- The planner's samples of a column outlive the rows that they are from.
      alter table passkey alter column name set statistics 0;
    `,
  },
} as const satisfies ReadModel;

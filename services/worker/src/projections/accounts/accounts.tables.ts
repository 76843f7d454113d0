import { type Column, insertRows, replaceRows, type Write } from '@journal/postgres';
import type { AccountEventRow, AccountRow } from '@journal/read-models';
import type pg from 'pg';

const accountColumns: readonly Column<AccountRow>[] = [
  ['user_id', 'text', (row) => row.userId],
  ['revision', 'integer', (row) => row.revision],
  ['email', 'text', (row) => row.email],
  ['email_hash', 'text', (row) => row.emailHash],
  ['username', 'text', (row) => row.username],
  ['full_name', 'text', (row) => row.fullName],
  ['is_admin', 'boolean', (row) => String(row.isAdmin)],
  ['created_at', 'timestamptz', (row) => row.createdAt],
  ['session_version', 'integer', (row) => row.sessionVersion],
];

const eventColumns: readonly Column<AccountEventRow>[] = [
  ['user_id', 'text', (row) => row.userId],
  ['revision', 'integer', (row) => row.revision],
  ['type', 'text', (row) => row.type],
  ['at', 'timestamptz', (row) => row.at],
  ['request_id', 'text', (row) => row.requestId],
  ['position', 'text', (row) => row.position],
];

type StoredAccount = Omit<AccountRow, 'createdAt'> & { createdAt: Date };

export const accountsTables = {
  async load(
    database: Pick<pg.Pool, 'query'>,
    schema: string,
    userIds: readonly string[],
  ): Promise<ReadonlyMap<string, AccountRow>> {
    const { rows } = await database.query<StoredAccount>({
      name: `${schema} load accounts`,
      text: `select user_id as "userId", revision, email, email_hash as "emailHash", username,
               full_name as "fullName", is_admin as "isAdmin", created_at as "createdAt",
               session_version as "sessionVersion"
             from ${schema}.account where user_id = any ($1::text[])`,
      values: [userIds],
    });
    return new Map(rows.map((row) => [row.userId, { ...row, createdAt: row.createdAt.toISOString() }]));
  },

  save: (schema: string, rows: readonly AccountRow[]): Write =>
    replaceRows(`${schema}.account`, accountColumns, rows),

  insertVersions: (schema: string, events: readonly AccountEventRow[]): Write =>
    insertRows(`${schema}.account_event`, eventColumns, events),
};

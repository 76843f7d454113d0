import type { Write } from '@journal/postgres';
import type pg from 'pg';
import type { Forgotten } from '../../engine/erasure.ts';
import { type ForgottenTable, readForgotten, rememberForgotten } from '../../engine/forgotten-table.ts';

const table: ForgottenTable = { table: 'forgotten_account', key: 'user_id', keepsPieces: false };

/** Whose accounts are gone, by id. What became of their pieces makes no difference here. */
export const forgottenAccounts = {
  forgotten: (database: Pick<pg.Pool, 'query'>, schema: string, userIds: readonly string[]) =>
    readForgotten(database, schema, table, userIds),

  forget(schema: string, owners: Forgotten): readonly Write[] {
    const userIds = [...owners.keys()];
    const remove = (table: string): Write => ({
      text: (first) => `delete from ${schema}.${table} using moved where user_id = any ($${first}::text[])`,
      values: [userIds],
    });
    return [remove('account'), remove('account_event'), rememberForgotten(schema, table, owners)];
  },
};

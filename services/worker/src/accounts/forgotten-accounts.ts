import type { Write } from '@journal/postgres';
import type pg from 'pg';
import type { Forgotten } from '../projection/erasure.ts';

/** Whose accounts are gone, by id. What became of their pieces makes no difference here. */
export const forgottenAccounts = {
  async forgotten(
    database: Pick<pg.Pool, 'query'>,
    schema: string,
    userIds: readonly string[],
  ): Promise<Forgotten> {
    const { rows } = await database.query<{ id: string }>({
      name: `${schema} forgotten accounts`,
      text: `select user_id as id from ${schema}.forgotten_account where user_id = any ($1::text[])`,
      values: [userIds],
    });
    return new Map(rows.map((row) => [row.id, 'remove']));
  },

  forget(schema: string, owners: Forgotten): readonly Write[] {
    const userIds = [...owners.keys()];
    const remove = (table: string): Write => ({
      text: (first) => `delete from ${schema}.${table} using moved where user_id = any ($${first}::text[])`,
      values: [userIds],
    });
    return [
      remove('account'),
      remove('account_event'),
      {
        text: (first) => `insert into ${schema}.forgotten_account (user_id)
          select id from unnest($${first}::text[]) as id cross join moved
          on conflict do nothing`,
        values: [userIds],
      },
    ];
  },
};

import type { PiecesOfForgotten } from '@journal/events';
import type { Write } from '@journal/postgres';
import type pg from 'pg';
import type { Forgotten } from './erasure.ts';

/**
 * A read model's table of who has been forgotten, whose column `key` holds their ids. `keepsPieces` where it says in a
 * column `pieces` what became of theirs; elsewhere nothing of theirs is left, whatever they chose.
 */
export type ForgottenTable = {
  readonly table: string;
  readonly key: string;
  readonly keepsPieces: boolean;
};

/** Which of the owners are in it, and how they went. */
export async function readForgotten(
  database: Pick<pg.Pool, 'query'>,
  schema: string,
  { table, key, keepsPieces }: ForgottenTable,
  owners: readonly string[],
): Promise<Forgotten> {
  const { rows } = await database.query<{ id: string; pieces: PiecesOfForgotten }>({
    name: `${schema} read ${table}`,
    text: `select ${key} as id, ${keepsPieces ? 'pieces' : `'remove' as pieces`}
           from ${schema}.${table} where ${key} = any ($1::text[])`,
    values: [owners],
  });
  return new Map(rows.map(({ id, pieces }) => [id, pieces]));
}

/** Puts the owners into it. Once somebody's pieces are to go, they have gone. */
export function rememberForgotten(
  schema: string,
  { table, key, keepsPieces }: ForgottenTable,
  owners: Forgotten,
): Write {
  if (!keepsPieces)
    return {
      text: (first) => `insert into ${schema}.${table} (${key})
        select id from unnest($${first}::text[]) as id cross join moved
        on conflict do nothing`,
      values: [[...owners.keys()]],
    };
  return {
    text: (first) => `insert into ${schema}.${table} (${key}, pieces)
      select id, pieces from unnest($${first}::text[], $${first + 1}::text[]) as leaving (id, pieces)
      cross join moved
      on conflict (${key}) do update set pieces = excluded.pieces where excluded.pieces = 'remove'`,
    values: [[...owners.keys()], [...owners.values()]],
  };
}

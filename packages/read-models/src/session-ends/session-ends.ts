import { isUndefinedTable, migrate } from '@journal/postgres';
import type pg from 'pg';

const schema = 'session_ends';
const table = `${schema}.last_end`;
const queryTimeout = 2_000;

/**
 * Not a read model: the command side writes it beside the log. Readers can therefore tell, without a projection, that
 * the tables may still contain a session that has ended.
 */
const migrations = {
  '0001-last-end': `
    create table last_end (user_id text primary key, position text collate "C" not null) with (fillfactor = 50);
  `,
};

/** Creates the table if it is missing. */
export const prepareSessionEnds = (pool: pg.Pool): Promise<void> => migrate(pool, schema, migrations);

/** Records that the event at `position` ended sessions of a user. Idempotent; an older position changes nothing. */
export async function recordSessionEnd(
  database: Pick<pg.Pool, 'query'>,
  { userId, position }: { readonly userId: string; readonly position: string },
): Promise<void> {
  await database.query({
    name: 'note session end',
    text: `insert into ${table} as known values ($1, $2)
           on conflict (user_id) do update set position = excluded.position where known.position < excluded.position`,
    values: [userId, position],
    query_timeout: queryTimeout,
  } as pg.QueryConfig);
}

/**
 * Returns the SQL of the position of the last event that ended sessions of a user, null for users who have none. The
 * statement fails with `isUndefinedTable` if no command service that records them has run yet.
 */
export const lastSessionEndSql = (userId: string) =>
  `(select position from ${table} where user_id = ${userId})`;

/**
 * Resolves with the position of the last event that ended sessions of each user, for users who have one. Rejects after
 * 2 s without an answer.
 */
export async function readSessionEnds(
  database: Pick<pg.Pool, 'query'>,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  try {
    const { rows } = await database.query<{ userId: string; position: string }>({
      name: 'read session ends',
      text: `select user_id as "userId", position from ${table} where user_id = any ($1::text[])`,
      values: [userIds],
      query_timeout: queryTimeout,
    } as pg.QueryConfig);
    return new Map(rows.map(({ userId, position }) => [userId, position]));
  } catch (error) {
    // No command service that records them has run yet.
    if (isUndefinedTable(error)) return new Map();
    throw error;
  }
}

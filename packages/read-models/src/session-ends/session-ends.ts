import { isUndefinedTable, migrate } from '@journal/postgres';
import type pg from 'pg';

const schema = 'session_ends';
const table = `${schema}.last_end`;
const queryTimeout = 2_000;

/**
 * No read model: the command side writes it beside the log, so that who reads needs no projection to know that the tables
 * may still hold a session that has ended.
 */
const migrations = {
  '0001-last-end': `
    create table last_end (user_id text primary key, position text collate "C" not null) with (fillfactor = 50);
  `,
};

/** Makes the table where it is missing. */
export const prepareSessionEnds = (pool: pg.Pool): Promise<void> => migrate(pool, schema, migrations);

/** Notes that the event at `position` has ended sessions of a user. Repeating it, or an older one, changes nothing. */
export async function noteSessionEnd(
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
 * Resolves with the position of the last event by which sessions of each user have ended, for those who have one. Rejects
 * after 2 s without an answer.
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
    // No command service that notes them has been here yet.
    if (isUndefinedTable(error)) return new Map();
    throw error;
  }
}

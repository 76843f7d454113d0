import { columnOf } from '@journal/events/fields';
import { changesChannel, checkpointSchema, encodeChange } from '@journal/read-models';
import type pg from 'pg';

export type Database = Pick<pg.Pool, 'query'>;

export const checkpoints = `${checkpointSchema}.checkpoint`;
/** Columns that only the first write of a piece sets. */
const fixed = ['position', 'created_at'];

/** Inserts a row, or overwrites the one with the same `key`. */
export async function put(database: Database, table: string, key: string, row: object) {
  const columns = Object.keys(row).map(columnOf);
  const overwritten = columns.filter((column) => !fixed.includes(column));
  await database.query(
    `insert into ${table} (${columns.join(', ')}) values (${columns.map((_column, at) => `$${at + 1}`).join(', ')})
     on conflict (${key}) do update set ${overwritten.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    Object.values(row),
  );
}

/** Moves a checkpoint and sends the notification, as a step of a projection does. Without topics, none is sent. */
export async function moveCheckpoint(
  database: Database,
  schema: string,
  position: string,
  topics: readonly string[] | undefined,
) {
  await database.query(
    `with moved as (update ${checkpoints} set position = $2, caught_up_at = coalesce(caught_up_at, now())
       where schema_name = $1)
     select pg_notify('${changesChannel}', $3) where $3 is not null`,
    [schema, position, topics && encodeChange({ projection: schema, position, topics })],
  );
}

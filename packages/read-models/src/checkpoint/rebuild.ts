import type pg from 'pg';
import { checkpointSchema } from './checkpoint.migrations.ts';

/** What was asked for of a projection that can be built anew beside what is read, and what became of it. */
export type Rebuilds = {
  /** How many times it was asked for: the number of the last request. */
  readonly wanted: number;
  /** The last request that has been done. */
  readonly done: number;
  /** Of the last time that it was built, asked for or not. */
  readonly last: { readonly documents: number; readonly milliseconds: number } | undefined;
};

type Database = Pick<pg.Pool, 'query'>;

const table = `${checkpointSchema}.checkpoint`;

/** Asks whoever leads the projection to build it anew. Gives the request's number; undefined before its first start. */
export async function requestRebuild(database: Database, schema: string): Promise<number | undefined> {
  const { rows } = await database.query<{ wanted: number }>(
    `update ${table} set rebuilds_wanted = rebuilds_wanted + 1 where schema_name = $1
     returning rebuilds_wanted as wanted`,
    [schema],
  );
  return rows[0]?.wanted;
}

/** Undefined before the projection's first start. */
export async function readRebuilds(database: Database, schema: string): Promise<Rebuilds | undefined> {
  const { rows } = await database.query<{
    wanted: number;
    done: number;
    documents: number | null;
    milliseconds: number | null;
  }>({
    name: 'read rebuilds',
    text: `select rebuilds_wanted as wanted, rebuilds_done as done, rebuilt_documents as documents,
             rebuilt_milliseconds as milliseconds
           from ${table} where schema_name = $1`,
    values: [schema],
  });
  const [row] = rows;
  if (!row) return undefined;
  const { wanted, done, documents, milliseconds } = row;
  return {
    wanted,
    done,
    last: documents === null || milliseconds === null ? undefined : { documents, milliseconds },
  };
}

import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { inTransaction } from './pool.ts';

/** SQL statements by name. They run in alphabetical order of their names and never change once shipped. */
export type Migrations = Readonly<Record<string, string>>;

const lock = `select pg_advisory_xact_lock(hashtextextended('journal migrations', 0))`;
/** Milliseconds. Waiting for another process's migration, or running a large one, may take long. */
const timeout = 3_600_000;

/** The last migration of each pool; never rejects. */
const last = new WeakMap<pg.Pool, Promise<unknown>>();

/**
 * Creates the schema if it is missing and runs the migrations that it does not have yet, with `schema` as the search
 * path. Safe to call from many processes at the same time, for one schema or several: one process runs, the others
 * wait, each on one connection of the pool. Throws if a migration fails, after rolling back all changes, and if the
 * schema is newer than this process.
 */
export async function migrate(pool: pg.Pool, schema: string, migrations: Migrations): Promise<void> {
  const quoted = pg.escapeIdentifier(schema);
  // Table name kept from the first versions.
  const table = `${quoted}.kysely_migration`;
  const names = Object.keys(migrations).sort();
  // Avoids taking the lock on startup if there is nothing to do.
  if (isDeepStrictEqual(await readNames(pool, table), names)) return;
  // If each schema waited on its own connection, none would be left for as long as a large migration runs elsewhere.
  const turn = last.get(pool) ?? Promise.resolve();
  const migrating = turn.then(() =>
    inTransaction(pool, async (client) => {
      const run = (text: string, values?: unknown[]) =>
        client.query({ text, values, query_timeout: timeout } as pg.QueryConfig);
      await run(lock);
      try {
        // "create schema if not exists" needs the CREATE privilege even when the schema exists.
        const { rowCount } = await run('select from pg_namespace where nspname = $1', [schema]);
        if (rowCount === 0) await run(`create schema ${quoted}`);
        await run(`create table if not exists ${table} (name varchar(255) primary key, timestamp varchar(255) not null);
        set local search_path to ${quoted}, public`);
        const applied = await readNames(client, table);
        const unknown = applied.find((name, index) => name !== names[index]);
        if (unknown !== undefined)
          throw new Error(`The schema has the migration "${unknown}", which this version does not know`);
        for (const name of names.slice(applied.length)) {
          await run(migrations[name] ?? '');
          await run(`insert into ${table} values ($1, $2)`, [name, new Date().toISOString()]);
        }
      } catch (cause) {
        throw new Error(`Migration of the schema "${schema}" failed`, { cause });
      }
    }),
  );
  last.set(
    pool,
    migrating.catch(() => {}),
  );
  await migrating;
}

/** Resolves with the names of a schema's migrations in alphabetical order; empty if the table does not exist. */
async function readNames(database: Pick<pg.Pool, 'query'>, table: string): Promise<string[]> {
  // A failing select would make the pool discard the connection, and a new journal open another one for each schema.
  const { rowCount } = await database.query('select where to_regclass($1) is not null', [table]);
  if (rowCount === 0) return [];
  const { rows } = await database.query<{ name: string }>(`select name from ${table}`);
  return rows.map(({ name }) => name).sort();
}

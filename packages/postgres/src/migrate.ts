import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { inTransaction } from './pool.ts';

/** SQL statements by name; names run in alphabetical order and are never changed once shipped. */
export type Migrations = Readonly<Record<string, string>>;

const lock = `select pg_advisory_xact_lock(hashtextextended('journal migrations', 0))`;
/** Milliseconds: waiting for another process's migration, or running a large one, may take long. */
const timeout = 3_600_000;

/**
 * Runs the migrations that `schema` does not have yet, and creates the schema if it is missing. The search path is
 * `schema` while they run. Safe to call from many processes at once, for one schema or for many: one runs, the others
 * wait. Throws on a failed migration, whose changes are rolled back, and where the schema is newer than this process.
 */
export async function migrate(pool: pg.Pool, schema: string, migrations: Migrations): Promise<void> {
  const quoted = pg.escapeIdentifier(schema);
  // The name is the one that the first versions gave it.
  const table = `${quoted}.kysely_migration`;
  const names = Object.keys(migrations).sort();
  // Spares a start the lock where there is nothing to do.
  if (isDeepStrictEqual(await readNames(pool, table), names)) return;
  await inTransaction(pool, async (client) => {
    const run = (text: string, values?: unknown[]) =>
      client.query({ text, values, query_timeout: timeout } as pg.QueryConfig);
    await run(lock);
    try {
      // Where it exists, even "if not exists" asks for the right to create schemas.
      const { rowCount } = await run('select from pg_namespace where nspname = $1', [schema]);
      if (rowCount === 0) await run(`create schema ${quoted}`);
      await run(`create table if not exists ${table} (name varchar(255) primary key, timestamp varchar(255) not null);
        set local search_path to ${quoted}, public`);
      const applied = await readNames(client, table);
      const unknown = applied.find((name, index) => name !== names[index]);
      if (unknown !== undefined) throw new Error(`It has the migration "${unknown}", which is unknown here`);
      for (const name of names.slice(applied.length)) {
        await run(migrations[name] ?? '');
        await run(`insert into ${table} values ($1, $2)`, [name, new Date().toISOString()]);
      }
    } catch (cause) {
      throw new Error(`Migrating the schema "${schema}" failed`, { cause });
    }
  });
}

/** Resolves with the migrations that a schema has, in the order of their names; none where there is no such table. */
async function readNames(database: Pick<pg.Pool, 'query'>, table: string): Promise<string[]> {
  // A pool gives the connection of a refused statement up; a new journal would open another for each schema.
  const { rowCount } = await database.query('select where to_regclass($1) is not null', [table]);
  if (rowCount === 0) return [];
  const { rows } = await database.query<{ name: string }>(`select name from ${table}`);
  return rows.map(({ name }) => name).sort();
}

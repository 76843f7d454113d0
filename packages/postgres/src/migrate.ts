import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type pg from 'pg';

/** SQL statements by name; names run in alphabetical order and are never changed once shipped. */
export type Migrations = Readonly<Record<string, string>>;

/**
 * Brings `schema` to the newest of `migrations`, once each, and creates the schema where it is missing.
 * The search path is `schema` while they run. Safe to call from many processes at once: one runs, the others wait.
 * Throws on a failed migration, whose changes are rolled back.
 */
export async function migrate(pool: pg.Pool, schema: string, migrations: Migrations): Promise<void> {
  const borrowed = { connect: async () => patientClient(await pool.connect()), end: async () => {} };
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: borrowed as unknown as pg.Pool }) });
  const asMigration = (statements: string): Migration => ({
    async up(transaction) {
      await sql`set local search_path to ${sql.id(schema)}, public`.execute(transaction);
      await sql.raw(statements).execute(transaction);
    },
  });
  const migrator = new Migrator({
    db,
    migrationTableSchema: schema,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(Object.entries(migrations).map(([name, text]) => [name, asMigration(text)])),
    },
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw new Error(`Migrating the schema "${schema}" failed`, { cause: error });
}

/** Waiting for another process's migration, or for a large one of our own, takes as long as it takes. */
function patientClient(client: pg.PoolClient) {
  return {
    query: (text: string, values: unknown[]) =>
      client.query({ text, values, query_timeout: 3_600_000 } as pg.QueryConfig),
    release: () => client.release(),
  };
}

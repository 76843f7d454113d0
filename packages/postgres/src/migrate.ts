import { Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type pg from 'pg';
import { OneSchemaDialect } from './one-schema-dialect.ts';

/** SQL statements by name; names run in alphabetical order and are never changed once shipped. */
export type Migrations = Readonly<Record<string, string>>;

/**
 * Brings `schema` to the newest of `migrations`, once each, and creates the schema where it is missing.
 * The search path is `schema` while they run. Safe to call from many processes at once, for one schema or for many: one
 * runs, the others wait. Throws on a failed migration, whose changes are rolled back.
 */
export async function migrate(pool: pg.Pool, schema: string, migrations: Migrations): Promise<void> {
  await alone(pool, async (client) => {
    const borrowed = { connect: async () => client, end: async () => {} };
    const db = new Kysely<unknown>({
      dialect: new OneSchemaDialect(schema, { pool: borrowed as unknown as pg.Pool }),
    });
    const migrator = new Migrator({
      db,
      migrationTableSchema: schema,
      provider: {
        getMigrations: async () =>
          Object.fromEntries(
            Object.entries(migrations).map(([name, text]) => [name, asMigration(schema, text)]),
          ),
      },
    });
    const { error } = await migrator.migrateToLatest();
    if (error) throw new Error(`Migrating the schema "${schema}" failed`, { cause: error });
  });
}

const asMigration = (schema: string, statements: string): Migration => ({
  async up(transaction) {
    await sql`set local search_path to ${sql.id(schema)}, public`.execute(transaction);
    await sql.raw(statements).execute(transaction);
  },
});

const lock = 'journal migrations';

/**
 * Does the work on one connection while nobody else does any on this database. Kysely's own lock begins only when it has
 * made the schema and its own tables.
 */
async function alone(pool: pg.Pool, work: (client: PatientClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  const patient = patientClient(client);
  let isLocked = false;
  try {
    await patient.query('select pg_advisory_lock(hashtextextended($1, 0))', [lock]);
    isLocked = true;
    await work(patient);
    await patient.query('select pg_advisory_unlock(hashtextextended($1, 0))', [lock]);
    isLocked = false;
  } finally {
    // A lock ends with its connection.
    client.release(isLocked);
  }
}

type PatientClient = ReturnType<typeof patientClient>;

/** Waiting for another process's migration, or for a large one of our own, takes as long as it takes. */
function patientClient(client: pg.PoolClient) {
  return {
    query: (text: string, values: unknown[]) =>
      client.query({ text, values, query_timeout: 3_600_000 } as pg.QueryConfig),
    release: () => {},
  };
}

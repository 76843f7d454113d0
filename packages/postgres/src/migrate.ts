import { isDeepStrictEqual } from 'node:util';
import { type DatabaseIntrospector, Kysely, PostgresDialect, type PostgresDialectConfig, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { isUndefinedTable } from './errors.ts';

/** SQL statements by name; names run in alphabetical order and are never changed once shipped. */
export type Migrations = Readonly<Record<string, string>>;

/**
 * Runs the migrations that `schema` does not have yet, and creates the schema if it is missing. The search path is
 * `schema` while they run. Safe to call from many processes at once, for one schema or for many: one runs, the others
 * wait. Throws on a failed migration, whose changes are rolled back.
 */
export async function migrate(pool: pg.Pool, schema: string, migrations: Migrations): Promise<void> {
  if (await isUpToDate(pool, schema, migrations)) return;
  await withLock(pool, async (client) => {
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

/** Spares a start the dozen statements of Kysely's migrator, and the lock, where there is nothing to do. */
async function isUpToDate(pool: pg.Pool, schema: string, migrations: Migrations): Promise<boolean> {
  try {
    const { rows } = await pool.query<{ name: string }>(
      `select name from ${pg.escapeIdentifier(schema)}.kysely_migration order by name`,
    );
    return isDeepStrictEqual(
      rows.map(({ name }) => name),
      Object.keys(migrations).sort(),
    );
  } catch (error) {
    if (isUndefinedTable(error)) return false;
    throw error;
  }
}

const asMigration = (schema: string, statements: string): Migration => ({
  async up(transaction) {
    await sql`set local search_path to ${sql.id(schema)}, public`.execute(transaction);
    await sql.raw(statements).execute(transaction);
  },
});

const lock = 'journal migrations';

/**
 * Runs `work` on one connection while nobody else migrates this database. Kysely's own lock starts only after it has
 * created the schema and its own tables.
 */
async function withLock(pool: pg.Pool, work: (client: MigratingClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  const migrating = withLongTimeout(client);
  let isLocked = false;
  try {
    await migrating.query('select pg_advisory_lock(hashtextextended($1, 0))', [lock]);
    isLocked = true;
    await work(migrating);
    await migrating.query('select pg_advisory_unlock(hashtextextended($1, 0))', [lock]);
    isLocked = false;
  } finally {
    // A lock ends with its connection.
    client.release(isLocked);
  }
}

type MigratingClient = ReturnType<typeof withLongTimeout>;

/** Waiting for another process's migration, or running a large one, may take long. */
function withLongTimeout(client: pg.PoolClient) {
  return {
    query: (text: string, values: unknown[]) =>
      client.query({ text, values, query_timeout: 3_600_000 } as pg.QueryConfig),
    release: () => {},
  };
}

/**
 * Shows Kysely a single schema: its own introspection reads every table of all schemas, and fails if one of them is
 * dropped or renamed at that moment, as the search index is.
 */
class OneSchemaDialect extends PostgresDialect {
  readonly #schema: string;

  constructor(schema: string, config: PostgresDialectConfig) {
    super(config);
    this.#schema = schema;
  }

  override createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    const schema = this.#schema;
    return {
      async getSchemas() {
        const { rows } = await sql<{
          name: string;
        }>`select nspname as name from pg_namespace where nspname = ${schema}`.execute(db);
        return rows;
      },
      /** Returns them without their columns. */
      async getTables() {
        const { rows } = await sql<{
          name: string;
        }>`select tablename as name from pg_tables where schemaname = ${schema}`.execute(db);
        return rows.map(({ name }) => ({ name, schema, isView: false, isForeign: false, columns: [] }));
      },
    };
  }
}

import {
  type DatabaseIntrospector,
  type Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  sql,
} from 'kysely';

/**
 * Postgres, of which Kysely sees one schema: its own way looks at every table of all schemas, and fails where one of
 * them goes or is renamed in that moment, as the search index is.
 */
export class OneSchemaDialect extends PostgresDialect {
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
      /** Without their columns. */
      async getTables() {
        const { rows } = await sql<{
          name: string;
        }>`select tablename as name from pg_tables where schemaname = ${schema}`.execute(db);
        return rows.map(({ name }) => ({ name, schema, isView: false, isForeign: false, columns: [] }));
      },
    };
  }
}

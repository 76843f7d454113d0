import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { embeddedSettings } from '../postgres/settings.ts';

export interface Text {
  /** Where it stands, for a person to find it. */
  place: string;
  text: string;
}

const ours = "not in ('pg_catalog', 'information_schema', 'pg_toast')";

/**
 * Every value of every column of every table, whichever schema it is in, every value that an index computes, and those
 * that the planner keeps as samples. Bytes come with what is ASCII in them as it is.
 */
export async function databaseTexts(url: string): Promise<Text[]> {
  return withClient(url, async (client) => {
    const texts: Text[] = [];
    const places = [
      ...(await columns(client)),
      ...(await indexedExpressions(client)),
      ...(await samples(client)),
    ];
    for (const { place, statement } of places) {
      const { rows } = await client.query<{ text: string | null }>(statement);
      texts.push({ place, text: rows.map(({ text }) => text ?? '').join('\n') });
    }
    return texts;
  });
}

/** Has the planner take its samples of every table, as it does by itself now and then. */
export async function takeSamples(url: string): Promise<void> {
  await withClient(url, (client) => client.query('analyze'));
}

/**
 * Returns every row of the tables that readers are answered from, each table in an order of its own. Left out is when
 * rows were made, and in which order documents of the search changed: its versions and its empty rows of deleted ones.
 */
export async function readModelRows(url: string): Promise<Record<string, string[]>> {
  return withClient(url, async (client) => {
    const tables = await client.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_schema ~ '_v[0-9]+$' and table_type = 'BASE TABLE' and table_name !~ '^kysely_'
         and not (table_schema ~ '^search_' and table_name = 'index_version') order by 1`,
    );
    const found: Record<string, string[]> = {};
    for (const { name } of tables.rows) {
      const isDocument = /^search_v\d+\.document$/.test(name);
      const { rows } = await client.query<{ row: string }>(
        `select (to_jsonb(t) - $1)::text as row from ${name} as t
         ${isDocument ? 'where title is not null' : ''} order by 1`,
        [isDocument ? 'changed' : ''],
      );
      found[name] = rows.map(({ row }) => row);
    }
    return found;
  });
}

/** Leaves nothing of what is derived from the log: the next start builds it anew. */
export async function dropReadModels(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I', schema_name) as name from information_schema.schemata
       where schema_name ~ '_v[0-9]+$' or schema_name = 'projections' order by 1`,
    );
    for (const { name } of rows) await client.query(`drop schema ${name} cascade`);
    return rows.map(({ name }) => name);
  });
}

async function columns(client: pg.Client) {
  const { rows } = await client.query<{ table: string; column: string; type: string }>(
    `select format('%I.%I', table_schema, table_name) as table, quote_ident(column_name) as column,
       data_type as type
     from information_schema.columns where table_schema ${ours} order by 1, 2`,
  );
  return rows.map(({ table, column, type }) => ({
    place: `column ${table}.${column}`,
    statement: `select ${asText(column, type)} as text from ${table}`,
  }));
}

async function indexedExpressions(client: pg.Client) {
  const { rows } = await client.query<{ name: string; table: string; expression: string }>(
    `select index.indexrelid::regclass::text as name, index.indrelid::regclass::text as table,
       pg_get_indexdef(index.indexrelid, key, true) as expression
     from pg_index as index
     join pg_class as class on class.oid = index.indexrelid
     join pg_namespace as namespace on namespace.oid = class.relnamespace
     cross join generate_series(1, index.indnatts) as key
     where namespace.nspname ${ours} and index.indexprs is not null and index.indkey[key - 1] = 0`,
  );
  return rows.map(({ name, table, expression }) => ({
    place: `index ${name}`,
    statement: `select (${expression})::text as text from ${table}`,
  }));
}

async function samples(client: pg.Client) {
  const { rows } = await client.query<{ place: string; values: string }>(
    `select format('%I.%I.%I', schemaname, tablename, attname) as place,
       concat(most_common_vals::text, histogram_bounds::text, most_common_elems::text) as values
     from pg_stats where schemaname ${ours} order by 1`,
  );
  return rows.map(({ place, values }) => ({
    place: `samples of ${place}`,
    statement: `select ${client.escapeLiteral(values)} as text`,
  }));
}

const asText = (column: string, type: string) =>
  type === 'bytea' ? `encode(${column}, 'escape')` : `${column}::text`;

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The address of the Postgres that a running start has in its data folder. */
export async function databaseOf(dataFolder: string): Promise<string> {
  const { POSTGRES_PASSWORD = '' } = await secretsOf(dataFolder);
  const [, , , port] = (await readFile(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  return `postgres://journal:${encodeURIComponent(POSTGRES_PASSWORD)}@127.0.0.1:${port}/journal`;
}

/** That Postgres by itself, while no start runs. */
export async function startItsPostgres(dataFolder: string): Promise<EmbeddedPostgres> {
  const { POSTGRES_PASSWORD: password = '' } = await secretsOf(dataFolder);
  return startEmbeddedPostgres({
    folder: join(dataFolder, 'postgres'),
    password,
    settings: embeddedSettings,
  });
}

export async function secretsOf(dataFolder: string): Promise<Record<string, string>> {
  return JSON.parse(await readFile(join(dataFolder, 'secrets.json'), 'utf8'));
}

import { openEventStore } from '@journal/event-store';
import { createEventCodec, journalEvents } from '@journal/events';
import { createPostgresVault } from '@journal/vault';
import pg from 'pg';

export interface Text {
  /** Where it was found. */
  place: string;
  text: string;
}

export interface Table {
  /** With its schema. */
  name: string;
  rows: Record<string, unknown>[];
}

type Query = <Row extends object>(statement: string) => Promise<Row[]>;

/** Runs `work` with one connection. */
async function withDatabase<T>(url: string, work: (query: Query) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  // A connection that is still closing may be told that the server stops.
  pool.on('error', () => {});
  try {
    return await work(
      async <Row extends object>(statement: string) => (await pool.query<Row>(statement)).rows,
    );
  } finally {
    await pool.end();
  }
}

export const query = <Row extends object>(url: string, statement: string) =>
  withDatabase(url, (run) => run<Row>(statement));

const ours = "not in ('pg_catalog', 'information_schema', 'pg_toast')";

/** Resolves with every table and view with all its rows. */
export const readTables = (url: string) => withDatabase(url, tablesOf);

async function tablesOf(run: Query): Promise<Table[]> {
  const names = await run<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema ${ours} order by 1`,
  );
  const read = async ({ name }: { name: string }) => {
    const rows = await run<{ row: Table['rows'][number] }>(`select to_jsonb(t) as row from ${name} as t`);
    return { name, rows: rows.map(({ row }) => row) };
  };
  return Promise.all(names.map(read));
}

/** Returns the rows from which reads are answered, without order and without when or in which order they were written. */
export function readModelRows(tables: readonly Table[]): Record<string, string[]> {
  const models = tables.filter(({ name }) => /_v\d+\.(?!kysely_|index_version)/.test(name));
  const content = ({ name, rows }: Table) =>
    /^search_v\d+\.document$/.test(name)
      ? rows.filter(({ title }) => title !== null).map(({ changed: _, ...row }) => row)
      : rows;
  return Object.fromEntries(
    models.map((table) => [
      table.name,
      content(table)
        .map((row) => JSON.stringify(row))
        .sort(),
    ]),
  );
}

/** Resolves with each column's values, what indexes compute from them, and the samples that the planner keeps of them. */
export const databaseTexts = (url: string) => withDatabase(url, textsOf);

async function textsOf(run: Query): Promise<Text[]> {
  const columns = (await tablesOf(run)).flatMap(({ name, rows }) =>
    Object.keys(rows[0] ?? {}).map((column) => ({
      place: `column ${name}.${column}`,
      text: rows.map((row) => textOf(row[column])).join('\n'),
    })),
  );
  const computed = await run<{ place: string; statement: string }>(
    `select 'index ' || indexrelid::regclass as place, format('select (%s)::text as text from %s',
       pg_get_indexdef(indexrelid, key, true), indrelid::regclass) as statement
     from pg_index join pg_class on pg_class.oid = indexrelid
     join pg_namespace on pg_namespace.oid = relnamespace cross join generate_series(1, indnatts) as key
     where nspname ${ours} and indexprs is not null and indkey[key - 1] = 0`,
  );
  const indexed = computed.map(async ({ place, statement }) => {
    const rows = await run<{ text: string | null }>(statement);
    return { place, text: rows.map(({ text }) => text).join('\n') };
  });
  const samples = await run<Text>(
    `select format('samples of %I.%I.%I', schemaname, tablename, attname) as place,
       concat(most_common_vals::text, histogram_bounds::text, most_common_elems::text) as text
     from pg_stats where schemaname ${ours}`,
  );
  return [...columns, ...(await Promise.all(indexed)), ...samples];
}

/** Returns the ASCII in bytes, which JSON has as hexadecimal digits, as it is. */
function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /^\\x(?:[0-9a-f]{2})+$/.test(text) ? Buffer.from(text.slice(2), 'hex').toString('latin1') : text;
}

/** Returns each event of the log as far as whoever has the master key can open it with the keys in the vault. */
export async function openedLog(url: string, masterKey: string): Promise<Text[]> {
  const vault = await createPostgresVault({ url, masterKey, applicationName: 'forgetting spec' });
  const store = await openEventStore(url);
  const codec = createEventCodec({ vault, events: journalEvents });
  const texts: Text[] = [];
  try {
    for await (const { events, caughtUp } of store.subscribe()) {
      for (const event of await codec.open(events))
        texts.push({ place: `opened ${event.type} of ${event.stream}`, text: JSON.stringify(event) });
      if (caughtUp) break;
    }
  } finally {
    await store.close();
    await vault.close();
  }
  return texts;
}

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
  /** Qualified with its schema. */
  name: string;
  rows: Record<string, unknown>[];
}

/** Runs one statement on a separate connection. */
export async function query<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  // A connection that is still closing may be notified that the server is stopping.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

const ours = "not in ('pg_catalog', 'information_schema', 'pg_toast')";
const together = (selects: readonly string[]) => selects.join(' union all ');

/** Resolves with every table and view, with all their rows. */
export async function readTables(url: string): Promise<Table[]> {
  const tables = await query<{ name: string }>(
    url,
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema ${ours} order by 1`,
  );
  const rows = ({ name }: { name: string }) =>
    `select '${name}' as name, (select coalesce(jsonb_agg(to_jsonb(t)), '[]') from ${name} as t) as rows`;
  return query<Table>(url, together(tables.map(rows)));
}

/**
 * Returns the rows from which reads are answered, sorted, and without what depends on when or in which order they were
 * written.
 */
export function readModelRows(tables: readonly Table[]): Record<string, string[]> {
  const models = tables.filter(({ name }) => /_v\d+\.(?!kysely_|index_version)/.test(name));
  const content = ({ name, rows }: Table) =>
    /^search_v\d+\.document$/.test(name)
      ? rows.filter(({ title }) => title !== null).map(({ changed: _, ...row }) => row)
      : rows;
  const sorted = (table: Table) =>
    content(table)
      .map((row) => JSON.stringify(row))
      .sort();
  return Object.fromEntries(models.map((table) => [table.name, sorted(table)]));
}

/** Resolves with each column's values, what indexes compute from them, and the planner's samples of them. */
export async function databaseTexts(url: string): Promise<Text[]> {
  const columns = (await readTables(url)).flatMap(({ name, rows }) =>
    Object.keys(rows[0] ?? {}).map((column) => ({
      place: `column ${name}.${column}`,
      text: rows.map((row) => textOf(row[column])).join('\n'),
    })),
  );
  const computed = await query<{ statement: string }>(
    url,
    `select format('select %L as place, string_agg((%s)::text, E''\\n'') as text from %s', 'index ' || indexrelid::regclass,
       pg_get_indexdef(indexrelid, key, true), indrelid::regclass) as statement
     from pg_index join pg_class on pg_class.oid = indexrelid
     join pg_namespace on pg_namespace.oid = relnamespace cross join generate_series(1, indnatts) as key
     where nspname ${ours} and indexprs is not null and indkey[key - 1] = 0`,
  );
  const samples = `select format('samples of %I.%I.%I', schemaname, tablename, attname) as place,
     concat(most_common_vals::text, histogram_bounds::text, most_common_elems::text) as text
     from pg_stats where schemaname ${ours}`;
  const found = await query<{ place: string; text: string | null }>(
    url,
    together([...computed.map(({ statement }) => statement), samples]),
  );
  return [...columns, ...found.map(({ place, text }) => ({ place, text: text ?? '' }))];
}

/**
 * Returns a value as text. Bytes, which JSON has as hexadecimal digits, are decoded, so that ASCII in them can be read.
 */
function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /^\\x(?:[0-9a-f]{2})+$/.test(text) ? Buffer.from(text.slice(2), 'hex').toString('latin1') : text;
}

/** Resolves with each event of the log, opened as far as the master key and the keys in the vault allow. */
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

import { createPool } from '@journal/postgres';
import { checkpointSchema } from '@journal/read-models';
import { nameTestDatabase, until } from '@journal/testing';
import { createWorkerService, loadWorkerConfig } from '@journal/worker';
import type pg from 'pg';

type Parts = {
  /** Environment of a journal whose workers are running. */
  readonly environment: Readonly<Record<string, string>>;
  /** Folder for the files of the other worker. */
  readonly folder: string;
  readonly head: () => Promise<string | undefined>;
};

/**
 * Has another worker rebuild all read models from the log, in a separate database, and returns the tables that differ;
 * empty if none does. The index of a search engine is not compared.
 */
export async function judgeTables({ environment, folder, head }: Parts): Promise<string[]> {
  const followedUrl = environment['DATABASE_URL'] ?? '';
  const beside = nameTestDatabase(followedUrl);
  await beside.create();
  const { SEARCH_URL: search, SEARCH_KEY: _key, QUEUE_URL: _queue, SMTP_URL: _mail, ...rest } = environment;
  // Its reactors reach nobody: what they would do has been done.
  const alone = {
    COMMAND_URL: 'http://127.0.0.1:1',
    DATA_DIR: `${folder}/rebuilt`,
    LOG_LEVEL: 'silent',
    PORT: '0',
  };
  const worker = await createWorkerService(
    loadWorkerConfig({ ...rest, ...alone, DATABASE_URL: beside.url, VAULT_URL: followedUrl }),
  );
  const pools = [followedUrl, beside.url].map((url) =>
    createPool(url, { applicationName: 'journal faults' }),
  );
  const [followed, rebuilt] = pools as [pg.Pool, pg.Pool];
  const isCompared = (schema: string) => !(search && schema.startsWith('search'));
  try {
    await worker.start();
    for (;;) {
      const position = (await head()) ?? '';
      const schemas = await until(async () => {
        const found = (await reached(followed, position)).filter(isCompared).sort();
        const again = (await reached(rebuilt, position)).filter(isCompared).sort();
        if (`${found}` !== `${again}`) throw new Error(`Read models: ${found}; in the rebuild: ${again}`);
        return found;
      });
      const violations: string[] = [];
      for (const schema of schemas) violations.push(...(await compare(schema, followed, rebuilt)));
      // Jobs may have written in the meantime.
      if (violations.length === 0 || (await head()) === position) return violations;
    }
  } finally {
    await worker.stop();
    for (const pool of pools) await pool.end();
    await beside.drop();
  }
}

const checkpoints = `select schema_name as schema, position from ${checkpointSchema}.checkpoint
  where name not like 'reactor%'`;

/** Resolves with the schemas of the read models that have begun. Rejects if they are few, or one is behind. */
async function reached(pool: pg.Pool, position: string): Promise<string[]> {
  const { rows } = await pool.query<{ schema: string; position: string }>(checkpoints);
  // Projections that have not begun have no row.
  if (rows.length < 8) throw new Error(`Only ${rows.length} read models exist`);
  for (const row of rows)
    if (row.position < position) throw new Error(`${row.schema} is at ${row.position}, expected ${position}`);
  return rows.map(({ schema }) => schema);
}

/** Search versions, which count changes, and deleted documents depend on the order of steps, so they are left out. */
const comparedRows: Readonly<Record<string, string>> = {
  document: "select to_jsonb(t) - 'changed' as row from TABLE as t where words is not null",
};
const onlyDocuments = (schema: string, table: string) => !schema.startsWith('search') || table === 'document';

async function compare(schema: string, followed: pg.Pool, rebuilt: pg.Pool): Promise<string[]> {
  const { rows: tables } = await rebuilt.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = $1 and table_type = 'BASE TABLE' and table_name not like 'kysely%'`,
    [schema],
  );
  const violations: string[] = [];
  for (const { name } of tables.filter(({ name }) => onlyDocuments(schema, name))) {
    const select = (comparedRows[name] ?? 'select to_jsonb(t) as row from TABLE as t').replace(
      'TABLE',
      `${schema}."${name}"`,
    );
    const read = async (pool: pg.Pool) =>
      (await pool.query<{ row: unknown }>(select)).rows.map(({ row }) => JSON.stringify(row)).sort();
    const [one, other] = await Promise.all([read(followed), read(rebuilt)]);
    const there = new Set(one);
    const missing = other.filter((row) => !there.has(row));
    if (missing.length > 0 || one.length !== other.length)
      violations.push(
        `${schema}.${name} has ${one.length} rows, but ${other.length} after a rebuild; ${missing.length} differ, for example ${missing[0]?.slice(0, 300)}`,
      );
  }
  return violations;
}

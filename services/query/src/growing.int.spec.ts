import { until } from '@journal/testing';
import { expect, it } from 'vitest';
import { schemas } from './database.ts';
import { sampleToken, useQuerySystem } from './testing/query-system.ts';

const many = 4_000;
const { articles, audit, submissions } = schemas;

const system = useQuerySystem({}, async () => {
  const { tables } = system;
  await tables.accounts.put({ userId: 'editor', roles: ['admin'] });
  await tables.audit.put({ kind: 'ArticlePublished', actorId: 'editor', title: 'Title' });
  await tables.commit({ articles: [{ id: 1 }] });
  await copyRow(`${articles}.article`, {
    id: 'number',
    section: `(array['view', 'clash', 'culture'])[1 + number % 3]`,
    featured: '(number % 10 = 0)::integer',
    deleted_at: `case when number % 200 = 1 then '2026-02-01' end`,
    hidden_at: `case when number % 200 = 2 then '2026-02-01' end`,
  });
  await copyRow(`${articles}.article_version`, { article_id: 'number' });
  await copyRow(`${audit}.entry`, {
    position: `lpad(number::text, 12, '0')`,
    kind: `case number % 2 when 0 then 'ArticlePublished' else 'ArticleEdited' end`,
    actor_id: `case number % 200 when 0 then 'editor' else 'other' end`,
    entity_id: 'number % 100',
  });
  await tables.submissions.commit({ position: tables.position, submissions: [{ id: '1' }] });
  await copyRow(`${submissions}.submission`, {
    id: 'number',
    position: `lpad(number::text, 12, '0')`,
    stage_position: `lpad(number::text, 12, '0')`,
    // Few pitches wait, however many there are.
    status: `case number % 40 when 0 then 'pending' when 1 then 'deleted' else 'declined' end`,
  });
  await copyRow(`${submissions}.submission_version`, { submission_id: 'number' });
  await tables.pool.query(`update ${audit}.day set last_position = lpad('${many}', 12, '0')`);
  await tables.pool.query('analyze');
  await tables.accounts.moveTo(tables.position);
});

/** Inserts copies of the only row of a table, up to `many`, with some values replaced by expressions in `number`. */
async function copyRow(table: string, values: Readonly<Record<string, string>>) {
  const { pool } = system.tables;
  const { rows } = await pool.query<{ columns: string }>(
    `select string_agg(attname, ', ') as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  const columns = rows[0]?.columns ?? '';
  const changed = Object.entries(values).map(([column, value]) => `'${column}', ${value}`);
  await pool.query(
    `insert into ${table} (${columns})
     select ${columns.replaceAll(/\w+/g, 'copy.$&')}
     from ${table} as row cross join generate_series(2, ${many}) as number
     cross join jsonb_populate_record(row, jsonb_build_object(${changed.join(', ')})) as copy`,
  );
}

/** Number of table rows and index entries that the service has read so far, by name. */
async function readUntilNow(): Promise<ReadonlyMap<string, number>> {
  const { pool } = system.tables;
  // A connection reports what it has read at the latest when it ends.
  const ended = await pool.query<{ pid: number }>(
    `select pid, pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'journal query'`,
  );
  await until(async () => {
    const pids = ended.rows.map(({ pid }) => pid);
    const left = await pool.query('select from pg_stat_activity where pid = any ($1)', [pids]);
    expect(left.rowCount).toBe(0);
  });
  const { rows } = await pool.query<{ name: string; read: number }>(
    `select relname as name, seq_tup_read::float8 as read from pg_stat_user_tables where schemaname = any ($1)
     union all select indexrelname, idx_tup_read::float8 from pg_stat_user_indexes where schemaname = any ($1)`,
    [[articles, audit, submissions]],
  );
  return new Map(rows.map(({ name, read }) => [name, read]));
}

it.each([
  '/api/articles?limit=20',
  '/api/articles?limit=20&fields=card&after=2000',
  '/api/articles?limit=20&featured=1',
  '/api/articles/featured?limit=20',
  '/api/articles/section/clash?limit=20',
  '/api/articles/2003',
  '/api/articles/2003/further',
  '/api/newsroom/articles',
  '/api/newsroom/articles?status=deleted',
  '/api/newsroom/articles?status=hidden&after=2000',
  '/api/newsroom/articles?section=view&featured=1',
  '/api/newsroom/counts',
  '/api/newsroom/counts?status=deleted&section=view',
  '/api/newsroom/desk',
  '/api/submissions?limit=20',
  '/api/submissions?limit=20&status=declined',
  '/api/audit',
  '/api/audit?before=000000002000',
  '/api/audit?kind=ArticlePublished',
  '/api/audit?person=editor',
  '/api/audit?entity=article:7',
  '/api/audit?from=2026-01-01&to=2026-01-01',
])('%s reads at most 400 of the 4,000 rows of any table or index', async (url) => {
  const before = await readUntilNow();
  await until(async () => {
    const { statusCode, body } = await system.get(url, { authorization: `Bearer ${sampleToken}` });
    expect(statusCode, body).toBe(200);
  });
  const read = [...(await readUntilNow())].map(
    ([name, rows]) => [name, rows - (before.get(name) ?? 0)] as const,
  );
  expect(read.filter(([, rows]) => rows > many / 10)).toEqual([]);
});

import { migrate } from '@journal/postgres';
import { articlesModel } from '@journal/read-models';
import { useTestDatabase } from '@journal/testing';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { articleTables, changedWords, issueTables, type WantedVersions } from './changed-words.ts';

const { pool } = useTestDatabase();
const wanted: WantedVersions = { versions: [], pieces: [], owners: [] };
let sent: { text: string; values: unknown[] }[] = [];
const database = {
  query: (statement: (typeof sent)[number]) => {
    sent.push(statement);
    return pool.query(statement);
  },
} as unknown as Pick<pg.Pool, 'query'>;

it('no query is sent if nothing is wanted', async () => {
  expect(await changedWords(database, articleTables, wanted)).toEqual([]);
  expect(await changedWords(database, issueTables, wanted)).toEqual([]);
  expect(sent).toEqual([]);
});

it.each<[string, Partial<WantedVersions>]>([
  ['a piece', { pieces: ['7'] }],
  ['a writer', { owners: ['writer-7'] }],
  ['both', { pieces: ['7'], owners: ['writer-7'] }],
])('the versions of %s are read by index, however many rows there are', async (_what, given) => {
  sent = [];
  await migrate(pool, articleTables.schema, articlesModel.migrations);
  const { rowCount } = await pool.query(`select from ${articleTables.schema}.article limit 1`);
  if (rowCount === 0)
    await pool.query(
      `insert into ${articleTables.schema}.article (id, revision, content_revision, contributor_id, created_at,
         section, read_time, featured, cover, title)
       select number, 0, 0, 'writer-' || number, now(), 'view', 3, 0, 'auto', 'Title'
       from generate_series(1, 3000) as number;
       insert into ${articleTables.schema}.article_version
         (article_id, revision, event, at, actor_id, actor_role, request_id, position, changed, title)
       select id, 0, 'ArticlePublished', now(), 'a', 'admin', 'r', id::text, '{title}', title
       from ${articleTables.schema}.article;
       analyze ${articleTables.schema}.article, ${articleTables.schema}.article_version`,
    );
  expect(await changedWords(database, articleTables, { ...wanted, ...given })).toHaveLength(1);
  const [{ text, values } = { text: '', values: [] }] = sent;
  const { rows } = await pool.query(`explain (analyze, format json) ${text}`, values);
  const removed = JSON.stringify(rows).matchAll(/"Rows Removed by Filter": ?(\d+)/g);
  expect(Math.max(0, ...[...removed].map(([, number]) => Number(number)))).toBeLessThan(10);
});

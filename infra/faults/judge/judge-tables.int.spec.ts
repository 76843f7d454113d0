import { openEventStore } from '@journal/event-store';
import { createPool } from '@journal/postgres';
import { articlesModel, readCheckpoints, schemaOf, wordsModel } from '@journal/read-models';
import { until } from '@journal/testing';
import { expect, inject, onTestFinished, test } from 'vitest';
import { sampleArticle } from '../../../services/command/src/testing/samples.ts';
import { startSystemInProcess } from '../../../tools/testing/system.ts';
import { judgeTables } from './judge-tables.ts';

test('of all tables, only those with a wrong or a missing row differ from a rebuild', async () => {
  const system = await startSystemInProcess(inject('postgresUrl'));
  onTestFinished(system.stop);
  const { environment } = system;
  const { DATABASE_URL = '', DATA_DIR: folder = '', SERVICE_TOKEN } = environment;
  const store = await openEventStore(DATABASE_URL, { isReader: true });
  onTestFinished(() => store.close());
  const pool = createPool(DATABASE_URL, { applicationName: 'spec' });
  onTestFinished(() => pool.end());
  const published = await fetch(`${system.url}/api/articles`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${SERVICE_TOKEN}` },
    body: JSON.stringify(sampleArticle),
  });
  expect(published.status).toBe(201);

  const schema = schemaOf(articlesModel);
  const head = await store.head();
  // Those that read the articles' tables; before its first start, a projection has no checkpoint.
  const followers = [schema, schemaOf(wordsModel), 'search_v1'];
  await until(async () => {
    const checkpoints = await readCheckpoints(pool, followers);
    expect(followers.map((each) => checkpoints.get(each)?.position)).toEqual(followers.map(() => head));
  });
  await pool.query(`update ${schema}.article set excerpt = 'Another'`);
  await pool.query(`delete from ${schema}.article_version`);
  const after = 'but 1 after a rebuild; 1 differ, for example';
  const violations = await judgeTables({ environment, folder, head: () => store.head() });
  expect(violations.sort()).toEqual([
    expect.stringMatching(`^${schema}.article has 1 rows, ${after} .*${sampleArticle.excerpt}`),
    expect.stringMatching(`^${schema}.article_version has 0 rows, ${after} `),
  ]);
}, 120_000);

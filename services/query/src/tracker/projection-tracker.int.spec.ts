import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQuerySide, type QuerySide } from '../testing/query-side.ts';
import { until } from '../testing/until.ts';
import { createProjectionTracker } from './projection-tracker.ts';

let side: QuerySide;
beforeEach(async () => {
  side = await createQuerySide();
  await side.tables.commit({ articles: [{ id: 1 }] });
  await side.untilReady();
});
afterEach(() => side.close());

it('a query process has one LISTEN connection', async () => {
  const { rows } = await side.tables.pool.query(
    `select application_name as name from pg_stat_activity
     where datname = current_database() and (query ilike 'listen %' or application_name like '%listener')`,
  );
  expect(rows).toEqual([{ name: 'journal query listener' }]);
});

it('an idle tracker makes less than one statement in two seconds for all its read models, and one that is asked for trust two a second', async () => {
  const { pool } = side.tables;
  const tracker = createProjectionTracker({
    url: String(pool.options.connectionString),
    pool,
    log: side.service.app.log,
  });
  const models = ['articles_spec', 'accounts_spec', 'submissions_spec'].map(tracker.model);
  tracker.start();
  await until(() => expect(models.map(({ ready }) => ready)).toEqual([true, true, true]));
  const statements = vi.spyOn(pool, 'query');
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect(statements.mock.calls.length).toBeLessThanOrEqual(1);

  statements.mockClear();
  await models[0]?.renewTrust();
  const asking = setInterval(() => expect(models[0]?.isTrusted()).toBe(true), 10);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  clearInterval(asking);
  expect(statements.mock.calls.length).toBeLessThanOrEqual(6);
  expect(models.map((model) => model.isTrusted())).toEqual([true, true, true]);
  await tracker.stop();
});

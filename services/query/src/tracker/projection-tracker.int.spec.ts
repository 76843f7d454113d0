import { until } from '@journal/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { schemas } from '../database.ts';
import { createQuerySystem, type QuerySystem } from '../testing/query-system.ts';
import { createProjectionTracker } from './projection-tracker.ts';

let system: QuerySystem;
const maxWait = 300;

async function open(parts: Parameters<typeof createQuerySystem>[0]) {
  const opened = await createQuerySystem(parts);
  await opened.tables.commit({ articles: [{ id: 1, title: 'First' }] });
  await opened.untilReady();
  return opened;
}
beforeAll(async () => {
  system = await open({ maxWait });
});
afterAll(() => system.close());

const titleOf = async (position?: string) => {
  const headers = position === undefined ? {} : { 'journal-position': position };
  const answer = await system.get('/api/articles/1', headers);
  return { title: answer.json().title as string, headers: answer.headers };
};

describe('a reader with a position', () => {
  it('receives the current state with no-store if the position is not reached in time', async () => {
    const started = performance.now();
    const { title, headers } = await titleOf('999999999999');
    expect(performance.now() - started).toBeGreaterThanOrEqual(maxWait - 5);
    expect(title).toBe('First');
    expect(headers).toMatchObject({
      'journal-position': system.tables.position,
      'cache-control': 'no-store',
    });
  });

  it.each([
    '',
    '1',
    '0000000000012',
    'ü00000000001',
    ' ',
    `${'9'.repeat(101)}`,
    '99999999999x',
    '~~~~~~~~~~~~',
  ])('is answered immediately if the position is invalid: %j', async (position) => {
    const started = performance.now();
    const { title, headers } = await titleOf(position);
    expect(performance.now() - started).toBeLessThan(maxWait);
    expect(title).toBe('First');
    expect(headers).toMatchObject({
      'journal-position': system.tables.position,
      'cache-control': 'no-cache',
    });
  });

  it('does not wait for a position that has been reached', async () => {
    const started = performance.now();
    await titleOf(system.tables.position);
    expect(performance.now() - started).toBeLessThan(maxWait / 2);
  });

  it('waits for the position and sees what was written, even if the notification is lost', async () => {
    // A busy machine may take longer to commit than a reader waits.
    for (const isSilent of [false, true])
      await until(async () => {
        await titleOf();
        const next = system.tables.nextPosition;
        const waiting = titleOf(next);
        await system.tables.commit({ articles: [{ id: 1, title: next }], topics: ['article:1'], isSilent });
        const { title, headers } = await waiting;
        expect(title).toBe(next);
        expect(headers).toMatchObject({ 'journal-position': next, 'cache-control': 'no-cache' });
      });
  });

  it('sees what was written while notifications are down', async () => {
    await titleOf();
    await system.endConnections('%listener');
    const position = await system.tables.commit({
      articles: [{ id: 1, title: 'Cut off' }],
      topics: ['article:1'],
    });
    expect((await titleOf(position)).title).toBe('Cut off');
  });
});

it('requests beyond the maximum of waiting ones are answered immediately, and a stop ends all waits', async () => {
  const crowded = await open({ maxWait: 60_000, maxWaiting: 2 });
  const ask = () => crowded.get('/api/articles/1', { 'journal-position': crowded.tables.nextPosition });
  const figure = async (name: string) => {
    const { body } = await crowded.get('/metrics');
    return Number(new RegExp(`^journal_position_waits_${name}\\{[^}]*\\} (\\d+)$`, 'm').exec(body)?.[1]);
  };
  const waiting = [ask(), ask()];
  await until(async () => expect(await figure('open')).toBe(2));
  const answer = await ask();
  expect([answer.json().title, answer.headers['cache-control']]).toEqual(['First', 'no-store']);
  expect([await figure('open'), await figure('turned_away')]).toEqual([2, 1]);
  await crowded.tables.commit({ articles: [{ id: 1, title: 'Second' }], topics: ['article:1'] });
  for (const each of waiting) expect((await each).json().title).toBe('Second');
  expect(await figure('open')).toBe(0);
  // A service that stops keeps no request waiting.
  const last = ask();
  await crowded.service.stop();
  expect((await last).statusCode).toBeLessThan(504);
  await crowded.close();
});

it('a query process has one LISTEN connection', async () => {
  const { rows } = await system.tables.pool.query(
    `select application_name as name from pg_stat_activity
     where datname = current_database() and (query ilike 'listen %' or application_name like '%listener')`,
  );
  expect(rows).toEqual([{ name: 'journal query listener' }]);
});

it('a complete read model is not ready without notifications, as on a read replica, and says so', async () => {
  const { pool } = system.tables;
  const url = 'postgres://127.0.0.1:1/journal';
  const tracker = createProjectionTracker({ url, pool, log: system.service.app.log });
  onTestFinished(() => tracker.stop());
  const model = tracker.model(schemas.articles);
  expect(model.notReadyReason).toBe('catching up');
  tracker.start();
  await until(() => expect(model.notReadyReason).toBe('receives no notifications of changes'));
  expect(model.ready).toBe(false);
});

it('in 2 s, a tracker makes at most 1 statement while idle, and at most 6 while asked for trust', async () => {
  const { pool } = system.tables;
  const tracker = createProjectionTracker({
    url: String(pool.options.connectionString),
    pool,
    log: system.service.app.log,
  });
  onTestFinished(() => tracker.stop());
  const models = [schemas.articles, schemas.accounts, schemas.submissions].map(tracker.model);
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
});

import { checkpointSchema } from '@journal/read-models';
import { until } from '@journal/testing';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { schemas } from '../database.ts';
import { createQuerySystem, type QuerySystem } from '../testing/query-system.ts';
import { createProjectionTracker } from './projection-tracker.ts';
import type { TrackedModel } from './tracked-model.ts';

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

/** Returns a started tracker beside that of the system, and its models. */
function startTracker(pool: Pick<pg.Pool, 'query'> | { query(given: pg.QueryConfig): Promise<unknown> }) {
  const tracker = createProjectionTracker({
    url: String(system.tables.pool.options.connectionString),
    pool: pool as pg.Pool,
    log: system.service.app.log,
  });
  const models = [schemas.articles, schemas.accounts, schemas.submissions].map(tracker.model);
  tracker.start();
  onTestFinished(() => tracker.stop());
  return { tracker, models };
}

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

describe('a crash of the database that loses the last step', () => {
  let kept: string;
  let lost: string;

  beforeEach(async () => {
    kept = await system.tables.commit({ articles: [{ id: 1, title: 'Kept' }], topics: ['article:1'] });
    lost = await system.tables.commit({ articles: [{ id: 1, title: 'Lost' }], topics: ['article:1'] });
    expect((await titleOf(lost)).title).toBe('Lost');
  });

  async function losePosition() {
    await system.tables.pool.query(
      `update ${checkpointSchema}.checkpoint set position = $2 where schema_name = $1`,
      [schemas.articles, kept],
    );
    expect(await system.endConnections('%listener')).toBeGreaterThan(0);
  }

  it('takes back the position, whatever a poll has found before it', async () => {
    let found = 0;
    let wait = Promise.resolve();
    const { tracker, models } = startTracker({
      async query(given: pg.QueryConfig) {
        const result = await system.tables.pool.query(given);
        found++;
        await wait;
        return result;
      },
    });
    const model = models[0] as TrackedModel;
    await until(() => expect([model.position, tracker.isListening]).toEqual([lost, true]));
    const { promise, resolve: goOn } = Promise.withResolvers<void>();
    const ended = new Promise<void>((resolve) => tracker.onLost(resolve));
    wait = promise;
    found = 0;
    void model.waitFor(`${lost}0`, 1_000);
    await until(() => expect(found).toBe(1));
    await losePosition();
    await ended;
    expect(model.position).toBe('');
    const returns = model.waitFor(lost, 300);
    goOn();
    expect(await returns).toBe(false);
    expect(model.position).toBe(kept);
  });

  it('does not mislead a reader who asked before it', async () => {
    const client = await system.tables.pool.connect();
    try {
      await client.query(`begin; lock table ${schemas.articles}.article`);
      const answer = system.get('/api/articles?limit=9');
      // Not by `client`: in a transaction, this view does not change.
      const count = async (condition: string) => {
        const { rowCount } = await system.tables.pool.query(
          `select from pg_stat_activity where datname = current_database() and ${condition}`,
        );
        return rowCount;
      };
      await until(async () => expect(await count("wait_event_type = 'Lock'")).toBe(1));
      await losePosition();
      await until(async () => expect(await count("application_name like '%listener'")).toBe(1));
      await client.query(`update ${schemas.articles}.article set title = 'Kept' where id = 1; commit`);
      const { headers } = await answer;
      expect(String(headers['journal-position']) <= kept).toBe(true);
    } finally {
      client.release(true);
    }
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

it('in 2 s, a tracker makes at most 1 statement while idle, and at most 6 while asked for trust', async () => {
  const { pool } = system.tables;
  const { models } = startTracker(pool);
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

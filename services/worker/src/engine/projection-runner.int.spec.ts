import { randomUUID } from 'node:crypto';
import { createMemoryEventStore, type MemoryEventStore } from '@journal/event-store/memory';
import { articleStream, type NewArticleEvent } from '@journal/events';
import { createPool } from '@journal/postgres';
import { readCheckpoint } from '@journal/read-models';
import { openGate, useTestDatabase } from '@journal/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { articlesProjection } from '../projections/articles/articles.projection.ts';
import { type ArticleLog, createArticleLog } from '../testing/article-log.ts';
import { contentsOf, createRunners, untilApplied } from '../testing/article-runner.ts';
import { until } from '../testing/until.ts';
import { beginEpoch, LeadershipLost } from './checkpoint.ts';
import { type AnyProjection, checkProjection } from './projection.ts';
import { type PreparedBatch, type StepTransaction, writeStep } from './step.ts';

const database = useTestDatabase();
const { pool } = database;
let store: MemoryEventStore;
let log: ArticleLog;
let runners: ReturnType<typeof createRunners>;
let schema: string;
let schemas = 0;
const closing: (() => Promise<unknown>)[] = [];

beforeEach(() => {
  schema = `runner_${++schemas}`;
  store = createMemoryEventStore();
  log = createArticleLog(store);
  runners = createRunners(database.url, store, log);
});
afterEach(async () => {
  for (const close of [...closing.splice(0), runners.stop]) await close();
});

const applied = (position: string) => untilApplied(pool, schema, position);
const count = async (table: string) =>
  (await pool.query(`select count(*)::int as count from ${schema}.${table}`)).rows[0].count as number;
const endBackends = (applicationName: string) =>
  pool.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
    applicationName,
  ]);
const opened = (from: number, to: number) => log.codec.open(store.log.slice(from, to)) as Promise<never[]>;

describe('one transaction', () => {
  it('rows and checkpoint go together: what fails after the rows leaves neither', async () => {
    runners.start(schema);
    const first = await log.publish(1);
    await applied(first);
    await runners.stop();
    const second = await log.publish(2);
    const { epoch } = await beginEpoch(pool, schema, articlesProjection.model);
    const prepared = articlesProjection.prepare(await opened(1, 2));
    const dies: PreparedBatch = {
      async apply(transaction) {
        await prepared.apply?.(transaction);
        transaction.write(`delete from ${schema}.article where pg_terminate_backend(pg_backend_pid())`, []);
        return [];
      },
    };
    const step = { from: first, to: second, applied: 1, caughtUp: true };
    const ownPool = createPool(database.url, { applicationName: 'dying' });
    closing.push(() => ownPool.end());
    await expect(writeStep({ pool: ownPool, schema, epoch }, step, dies)).rejects.toThrow();
    expect(await count('article')).toBe(1);
    expect((await readCheckpoint(pool, schema))?.position).toBe(first);
    runners.start(schema);
    await applied(second);
    expect(await count('article')).toBe(2);
  });

  it('a handle that outlives its step writes nothing', async () => {
    runners.start(schema);
    const first = await log.publish(1);
    await applied(first);
    await runners.stop();
    const { epoch } = await beginEpoch(pool, schema, articlesProjection.model);
    let kept: StepTransaction | undefined;
    const step = { from: first, to: `${first}+`, applied: 0, caughtUp: true };
    await writeStep({ pool, schema, epoch }, step, {
      async apply(transaction) {
        kept = transaction;
        return [];
      },
    });
    expect(() => kept?.write(`delete from ${schema}.article`, [])).toThrow('has ended');
    for (const writing of [
      `delete from ${schema}.article returning id`,
      `with gone as (delete from ${schema}.article returning id) select * from gone`,
      `select 1) as found; delete from ${schema}.article; select * from (select 1`,
    ])
      await expect(kept?.read(writing), writing).rejects.toMatchObject({
        code: expect.stringMatching(/^42601|0A000$/),
      });
    expect(await count('article')).toBe(1);
  });

  it('what a step does while it holds the checkpoint is undone with it where it fails', async () => {
    runners.start(schema);
    const first = await log.publish(1);
    await applied(first);
    await runners.stop();
    const { epoch } = await beginEpoch(pool, schema, articlesProjection.model);
    const step = { from: first, to: `${first}+`, applied: 0, caughtUp: true };
    const failing = writeStep({ pool, schema, epoch }, step, {
      async apply(transaction) {
        transaction.write(`delete from ${schema}.article`, []);
        transaction.whileHeld(() => Promise.reject(new Error('no engine')));
        return [];
      },
    });
    await expect(failing).rejects.toThrow('no engine');
    expect(await count('article')).toBe(1);
    expect((await readCheckpoint(pool, schema))?.position).toBe(first);
  });

  it('an article takes one statement that writes; steps without rows share one, and fail each on its own', async () => {
    runners.start(schema);
    const first = await log.publish(1);
    await applied(first);
    await runners.stop();
    const second = await log.publish(2);
    const { epoch } = await beginEpoch(pool, schema, articlesProjection.model);
    const others = [`${schema}_b`, `${schema}_c`];
    const epochs = await Promise.all(
      others.map((other) => beginEpoch(pool, other, articlesProjection.model)),
    );
    const sent = vi.spyOn(pool, 'query');
    const prepared = articlesProjection.prepare(await opened(1, 2));
    const step = { from: first, to: second, applied: 1, caughtUp: true };
    await writeStep({ pool, schema, epoch }, step, prepared);
    expect(sent).toHaveBeenCalledTimes(3);
    sent.mockClear();
    const settled = await Promise.allSettled(
      others.map((other, index) => {
        const writer = { pool, schema: other, epoch: epochs[index]?.epoch ?? '' };
        return writeStep(
          writer,
          { from: index === 0 ? '' : 'elsewhere', to: second, applied: 0, caughtUp: true },
          {},
        );
      }),
    );
    expect(sent).toHaveBeenCalledTimes(1);
    sent.mockRestore();
    expect(settled).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: expect.any(LeadershipLost) },
    ]);
    expect((await readCheckpoint(pool, others[0] ?? ''))?.position).toBe(second);
  });

  it('connections that die in the middle of it all lose and double nothing', async () => {
    runners.start(schema);
    let last = '';
    for (let id = 1; id <= 60; id++) {
      last = await log.publish(id);
      await log.edit(id, { title: `Edited ${id}` });
      last = await log.edit(id, { readTime: 4 });
      if (id % 6 === 0) await endBackends('worker 0');
    }
    await applied(last);
    const { articles, versions } = await contentsOf(pool, schema);
    expect(articles.map((row) => [row.id, row.title, row.revision])).toEqual(
      Array.from({ length: 60 }, (_, index) => [index + 1, `Edited ${index + 1}`, 2]),
    );
    expect(versions).toHaveLength(180);
    expect((await readCheckpoint(pool, schema))?.applied).toBe(180);
  });
});

describe('once', () => {
  it('a checkpoint that has moved on refuses a second application', async () => {
    runners.start(schema);
    const first = await log.publish(1);
    await applied(first);
    await runners.stop();
    const { epoch } = await beginEpoch(pool, schema, articlesProjection.model);
    const prepared = articlesProjection.prepare(await opened(0, 1));
    const again = writeStep(
      { pool, schema, epoch },
      { from: '', to: first, applied: 1, caughtUp: false },
      prepared,
    );
    await expect(again).rejects.toThrow(LeadershipLost);
    expect((await readCheckpoint(pool, schema))?.applied).toBe(1);
  });

  it('an event that a row has seen changes nothing, whatever the checkpoint says', async () => {
    runners.start(schema);
    await log.publish(1);
    await log.edit(1, { title: 'Edited' });
    await applied(await log.delete(1));
    await runners.stop();
    const before = await contentsOf(pool, schema);
    const position = (await readCheckpoint(pool, schema))?.position ?? '';
    const { epoch } = await beginEpoch(pool, schema, articlesProjection.model);
    const again = articlesProjection.prepare(await opened(0, 3));
    await writeStep(
      { pool, schema, epoch },
      { from: position, to: `${position}+`, applied: 3, caughtUp: true },
      again,
    );
    expect(await contentsOf(pool, schema)).toEqual(before);
  });

  it('a zombie of an earlier epoch writes nothing, though the checkpoint is where it left it', async () => {
    runners.start(schema);
    const first = await log.publish(1);
    await applied(first);
    await runners.stop();
    const zombie = await beginEpoch(pool, schema, articlesProjection.model);
    await beginEpoch(pool, schema, articlesProjection.model);
    const second = await log.publish(2);
    const step = { from: first, to: second, applied: 1, caughtUp: true };
    const writing = writeStep(
      { pool, schema, epoch: zombie.epoch },
      step,
      articlesProjection.prepare(await opened(1, 2)),
    );
    await expect(writing).rejects.toThrow(LeadershipLost);
    expect(await count('article')).toBe(1);
  });
});

describe('two workers', () => {
  async function leaderBehindGate() {
    const gate = await openGate(Number(new URL(database.url).port));
    const through = new URL(database.url);
    through.port = String(gate.port);
    const behind = createRunners(through.href, store, log);
    // A step on a silent connection hangs for longer than a take-over may last, but not for the 15 s of a worker.
    const ownPool = createPool(through.href, { applicationName: 'behind', queryTimeout: 8_000 });
    closing.push(
      behind.stop,
      () => ownPool.end(),
      () => gate.close(),
    );
    const leader = behind.start(schema, { pool: ownPool });
    await applied(await log.publish(1));
    const other = runners.start(schema);
    await until(async () => expect(await lockConnections()).toBe(2));
    expect([leader.status.leading, other.status.leading]).toEqual([true, false]);
    for (const runner of [leader, other])
      await expect(checkProjection(runner.status)).resolves.toBeUndefined();
    return { gate, leader, other };
  }

  const lockConnections = async () => {
    const { rows } = await pool.query(
      'select count(*)::int as count from pg_stat_activity where application_name = $1',
      [`journal worker ${schema} leader`],
    );
    return rows[0].count as number;
  };

  it.each(['shut', 'silence'] as const)(
    'when the way of the leader is cut off (%s), the other goes on within 5 s: nothing twice, nothing left out',
    async (cut) => {
      const { gate, leader, other } = await leaderBehindGate();
      const started = performance.now();
      gate[cut]();
      const second = await log.publish(2);
      await applied(second);
      expect(performance.now() - started).toBeLessThan(5_000);
      expect(other.status.leading).toBe(true);

      gate.open();
      await until(async () => expect(await lockConnections()).toBe(2));
      await until(() => expect(checkProjection(leader.status)).resolves.toBeUndefined());
      await applied(await log.edit(1, { title: 'Edited' }));
      expect([leader.status.leading, other.status.leading]).toEqual([false, true]);
      expect((await readCheckpoint(pool, schema))?.applied).toBe(3);
      const { articles, versions } = await contentsOf(pool, schema);
      expect(articles.map((row) => [row.title, row.revision])).toEqual([
        ['Edited', 1],
        ['Title 2', 0],
      ]);
      expect(versions).toHaveLength(3);
    },
  );

  it('wait between two tries to lead where leadership is lost at once, again and again', async () => {
    const tries: number[] = [];
    const robbed: AnyProjection = {
      ...articlesProjection,
      prepare: (events: readonly never[]) => ({
        ...articlesProjection.prepare(events),
        async before() {
          tries.push(performance.now());
          await beginEpoch(pool, schema, articlesProjection.model);
        },
      }),
    };
    await log.publish(1);
    runners.start(schema, { projection: robbed });
    await until(() => expect(tries.length).toBeGreaterThanOrEqual(5));
    expect((tries[4] ?? 0) - (tries[0] ?? 0)).toBeGreaterThan(1_100);
    expect(await count('article')).toBe(0);
  });

  it('a leader that stops hands over', async () => {
    const first = runners.start(schema);
    await applied(await log.publish(1));
    const second = runners.start(schema);
    await first.stop();
    await applied(await log.publish(2));
    expect(second.status.leading).toBe(true);
  });
});

describe('a poison event', () => {
  const poison = () => {
    const [sound] = store.log;
    if (!sound) expect.fail('no event');
    store.put({ ...sound, id: randomUUID(), revision: 1 });
    return store.log.at(-1)?.position ?? '';
  };

  it('stops the projection after everything before it, and says where', async () => {
    const runner = runners.start(schema, { maxPoisonWait: 50 });
    await log.publish(1);
    await log.publish(2);
    const position = poison();
    await log.publish(3);
    await until(async () =>
      expect(await readCheckpoint(pool, schema)).toMatchObject({
        position: '000000000002',
        poison: { position, reason: expect.stringContaining(`at position ${position}`) },
      }),
    );
    expect(await count('article')).toBe(2);
    await expect(checkProjection(runner.status)).rejects.toMatchObject({
      code: `stopped at position ${position}`,
    });
  });

  it('is found too when only applying it fails, and never skipped', async () => {
    runners.start(schema, { maxPoisonWait: 50 });
    await log.publish(1);
    const position = await log.edit(7, { title: 'Never published' });
    await log.publish(2);
    await until(async () =>
      expect(await readCheckpoint(pool, schema)).toMatchObject({
        position: '000000000001',
        poison: { position, reason: expect.stringContaining('never been published') },
      }),
    );
    expect(await count('article')).toBe(1);
  });

  it.each([
    ['of a row that is there', 1, 2],
    ['of a row that is not', 2, 1],
  ])('is found too when an event before it is missing (%s)', async (_what, articleId, revision) => {
    const runner = runners.start(schema, { maxPoisonWait: 50 });
    await log.publish(1);
    const [sound] = store.log;
    if (!sound) expect.fail('no event');
    const deleted: NewArticleEvent = { type: 'ArticleDeleted', data: { articleId } };
    const sealed = await log.codec.seal(deleted, randomUUID(), sound.metadata as never);
    store.put({ ...sound, ...sealed, stream: articleStream(articleId), revision });
    const position = store.log.at(-1)?.position ?? '';
    await until(() =>
      expect(checkProjection(runner.status)).rejects.toMatchObject({
        code: `stopped at position ${position}`,
        message: expect.stringContaining('missing'),
      }),
    );
    expect(await readCheckpoint(pool, schema)).toMatchObject({ position: sound.position });
    expect(await count('article_version')).toBe(1);
  });

  it('is found too when the database refuses the row', async () => {
    runners.start(schema, { maxPoisonWait: 50 });
    await log.publish(1);
    const position = await log.publish(2, { readTime: 40_000 });
    await log.publish(3);
    await until(async () =>
      expect(await readCheckpoint(pool, schema)).toMatchObject({
        position: '000000000001',
        poison: { position },
      }),
    );
  });

  it('lets a fixed worker go on from there, and the stopped one is well again', async () => {
    const stuck = runners.start(schema, { maxPoisonWait: 50 });
    await log.publish(1);
    const position = await log.publish(2, { readTime: 40_000 });
    await until(() => expect(stuck.status.failure?.poison).toBe(true));
    const fixed: AnyProjection = {
      ...articlesProjection,
      prepare: (events: readonly never[]) =>
        articlesProjection.prepare(
          (events as readonly { data: object }[]).map((event) => ({
            ...event,
            data: { ...event.data, readTime: 3 },
          })) as never[],
        ),
    };
    runners.start(schema, { projection: fixed });
    await applied(position);
    expect((await readCheckpoint(pool, schema))?.poison).toBeUndefined();
    await until(() => expect(checkProjection(stuck.status)).resolves.toBeUndefined());
  });
});

describe('an engine that is away', () => {
  it('is waited for, and nothing is taken for poison', async () => {
    const away = vi.spyOn(store, 'subscribe').mockImplementation(() => {
      throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    });
    const runner = runners.start(schema);
    const position = await log.publish(1);
    await until(() => expect(checkProjection(runner.status)).rejects.toMatchObject({ code: 'ECONNREFUSED' }));
    away.mockRestore();
    await applied(position);
    await expect(checkProjection(runner.status)).resolves.toBeUndefined();
    expect((await readCheckpoint(pool, schema))?.poison).toBeUndefined();
  });
});

describe('the checkpoint', () => {
  it('says when the end of the log was first reached, an empty log too', async () => {
    runners.start(schema);
    await until(async () =>
      expect(await readCheckpoint(pool, schema)).toMatchObject({ position: '000000000000', caughtUp: true }),
    );
  });

  it('starts over when its tables were dropped', async () => {
    runners.start(schema);
    const position = await log.publish(1);
    await applied(position);
    await runners.stop();
    await pool.query(`drop schema ${schema} cascade`);
    runners.start(schema);
    await until(async () => expect(await count('article')).toBe(1));
    await applied(position);
  });
});

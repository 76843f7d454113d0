import { randomUUID } from 'node:crypto';
import type { MemoryEventStore } from '@journal/event-store/memory';
import { articleStream } from '@journal/events';
import { createPool } from '@journal/postgres';
import { readCheckpoint } from '@journal/read-models';
import { openGate, until } from '@journal/testing';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { articlesProjection } from '../projections/articles/articles.projection.ts';
import { createRunners, projectionTest } from '../testing/projection-test.ts';
import { beginEpoch, LeadershipLost } from './checkpoint.ts';
import { type AnyProjection, checkProjection } from './projection.ts';
import { type PreparedBatch, type StepTransaction, writeStep } from './step.ts';

const it = projectionTest
  .extend('count', ({ pool, schema }) => async (table: string) => {
    const { rows } = await pool.query(`select count(*)::int as count from ${schema}.${table}`);
    return rows[0].count as number;
  })
  /** Prepares the events of the log from one index to another. */
  .extend('prepared', ({ log, store }) => async (from: number, to: number) => {
    const opened = (await log.codec.open(store.log.slice(from, to))) as never[];
    return articlesProjection.prepare(opened);
  })
  /** Has a worker apply an article's publishing and stop; resolves with its position and the writer of the next epoch. */
  .extend('afterFirst', ({ start, runners, articles, applied, pool, schema }) => async () => {
    start(articlesProjection);
    const first = await articles.publish(1);
    await applied(first);
    await runners.stop();
    const { epoch } = await beginEpoch(pool, schema, articlesProjection.model);
    return { first, writer: { pool, schema, epoch } };
  })
  .extend('lockConnections', ({ pool, schema }) => async () => {
    const { rows } = await pool.query(
      'select count(*)::int as count from pg_stat_activity where application_name = $1',
      [`journal worker ${schema} leader`],
    );
    return rows[0].count as number;
  });

describe('one transaction', () => {
  it('rows and checkpoint are committed together: a failure after the rows leaves neither', async ({
    articles,
    database,
    pool,
    schema,
    start,
    applied,
    count,
    prepared,
    afterFirst,
  }) => {
    const { first, writer } = await afterFirst();
    const second = await articles.publish(2);
    const batch = await prepared(1, 2);
    const dies: PreparedBatch = {
      async apply(transaction) {
        await batch.apply?.(transaction);
        transaction.write(`delete from ${schema}.article where pg_terminate_backend(pg_backend_pid())`, []);
        return [];
      },
    };
    const step = { from: first, to: second, applied: 1, caughtUp: true };
    const ownPool = createPool(database.url, { applicationName: 'dying' });
    onTestFinished(() => ownPool.end());
    await expect(writeStep({ ...writer, pool: ownPool }, step, dies)).rejects.toThrow();
    expect(await count('article')).toBe(1);
    expect((await readCheckpoint(pool, schema))?.position).toBe(first);
    start(articlesProjection);
    await applied(second);
    expect(await count('article')).toBe(2);
  });

  it('a handle that outlives its step writes nothing', async ({ schema, count, afterFirst }) => {
    const { first, writer } = await afterFirst();
    let kept: StepTransaction | undefined;
    const step = { from: first, to: `${first}+`, applied: 0, caughtUp: true };
    await writeStep(writer, step, {
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

  it('what a step does while it holds the checkpoint is undone with it where it fails', async ({
    pool,
    schema,
    count,
    afterFirst,
  }) => {
    const { first, writer } = await afterFirst();
    const step = { from: first, to: `${first}+`, applied: 0, caughtUp: true };
    const failing = writeStep(writer, step, {
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

  it('an article takes one statement that writes; steps without rows share one, and fail each on its own', async ({
    articles,
    pool,
    schema,
    prepared,
    afterFirst,
  }) => {
    const { first, writer } = await afterFirst();
    const second = await articles.publish(2);
    const others = [`${schema}_b`, `${schema}_c`];
    const epochs = await Promise.all(
      others.map((other) => beginEpoch(pool, other, articlesProjection.model)),
    );
    const sent = vi.spyOn(pool, 'query');
    const batch = await prepared(1, 2);
    const step = { from: first, to: second, applied: 1, caughtUp: true };
    await writeStep(writer, step, batch);
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

  it('connections that break during steps lose and repeat nothing', async ({
    articles,
    pool,
    schema,
    start,
    applied,
    contents,
  }) => {
    start(articlesProjection);
    let last = '';
    for (let id = 1; id <= 60; id++) {
      last = await articles.publish(id);
      await articles.edit(id, { title: `Edited ${id}` });
      last = await articles.edit(id, { readTime: 4 });
      if (id % 6 === 0)
        await pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'worker 0'`,
        );
    }
    await applied(last);
    const { article: rows, article_version: versions } = await contents();
    expect(rows.toSorted((a, b) => a.id - b.id).map((row) => [row.id, row.title, row.revision])).toEqual(
      Array.from({ length: 60 }, (_, index) => [index + 1, `Edited ${index + 1}`, 2]),
    );
    expect(versions).toHaveLength(180);
    expect((await readCheckpoint(pool, schema))?.applied).toBe(180);
  });
});

describe('once', () => {
  it('a checkpoint that has moved on refuses a second application', async ({
    pool,
    schema,
    prepared,
    afterFirst,
  }) => {
    const { first, writer } = await afterFirst();
    const batch = await prepared(0, 1);
    const again = writeStep(writer, { from: '', to: first, applied: 1, caughtUp: false }, batch);
    await expect(again).rejects.toThrow(LeadershipLost);
    expect((await readCheckpoint(pool, schema))?.applied).toBe(1);
  });

  it('an event that a row has applied changes nothing, wherever the checkpoint is', async ({
    articles,
    pool,
    schema,
    start,
    runners,
    applied,
    contents,
    prepared,
  }) => {
    start(articlesProjection);
    await articles.publish(1);
    await articles.edit(1, { title: 'Edited' });
    await applied(await articles.delete(1));
    await runners.stop();
    const before = await contents();
    const position = (await readCheckpoint(pool, schema))?.position ?? '';
    const { epoch } = await beginEpoch(pool, schema, articlesProjection.model);
    const again = await prepared(0, 3);
    await writeStep(
      { pool, schema, epoch },
      { from: position, to: `${position}+`, applied: 3, caughtUp: true },
      again,
    );
    expect(await contents()).toEqual(before);
  });

  it('a leader of an earlier epoch writes nothing, though the checkpoint is where it left it', async ({
    articles,
    pool,
    schema,
    count,
    prepared,
    afterFirst,
  }) => {
    const { first, writer } = await afterFirst();
    await beginEpoch(pool, schema, articlesProjection.model);
    const second = await articles.publish(2);
    const step = { from: first, to: second, applied: 1, caughtUp: true };
    const writing = writeStep(writer, step, await prepared(1, 2));
    await expect(writing).rejects.toThrow(LeadershipLost);
    expect(await count('article')).toBe(1);
  });
});

describe('two workers', () => {
  it.for(['shut', 'silence'] as const)(
    'when the way of the leader is cut off (%s), the other goes on within 5 s: nothing twice, nothing left out',
    async (cut, {
      articles,
      log,
      store,
      database,
      pool,
      schema,
      start,
      applied,
      contents,
      lockConnections,
    }) => {
      const gate = await openGate(Number(new URL(database.url).port));
      const through = new URL(database.url);
      through.port = String(gate.port);
      const behind = createRunners(through.href, store, log);
      // A step on a silent connection hangs for longer than a take-over may last, but not for the 15 s of a worker.
      const ownPool = createPool(through.href, { applicationName: 'behind', queryTimeout: 8_000 });
      onTestFinished(async () => {
        await behind.stop();
        await ownPool.end();
        await gate.close();
      });
      const leader = behind.start(articlesProjection, { schema, pool: ownPool });
      await applied(await articles.publish(1));
      const other = start(articlesProjection);
      await until(async () => expect(await lockConnections()).toBe(2));
      expect([leader.status.leading, other.status.leading]).toEqual([true, false]);
      for (const runner of [leader, other])
        await expect(checkProjection(runner.status)).resolves.toBeUndefined();

      const started = performance.now();
      gate[cut]();
      const second = await articles.publish(2);
      await applied(second);
      expect(performance.now() - started).toBeLessThan(5_000);
      expect(other.status.leading).toBe(true);

      gate.open();
      await until(async () => expect(await lockConnections()).toBe(2));
      await until(() => expect(checkProjection(leader.status)).resolves.toBeUndefined());
      await applied(await articles.edit(1, { title: 'Edited' }));
      expect([leader.status.leading, other.status.leading]).toEqual([false, true]);
      expect((await readCheckpoint(pool, schema))?.applied).toBe(3);
      const { article: rows, article_version: versions } = await contents();
      expect(rows.map((row) => [row.title, row.revision])).toEqual([
        ['Edited', 1],
        ['Title 2', 0],
      ]);
      expect(versions).toHaveLength(3);
    },
  );

  it('wait between two tries to lead where leadership is lost at once, again and again', async ({
    articles,
    pool,
    schema,
    start,
    count,
  }) => {
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
    await articles.publish(1);
    start(robbed);
    await until(() => expect(tries.length).toBeGreaterThanOrEqual(5));
    expect((tries[4] ?? 0) - (tries[0] ?? 0)).toBeGreaterThan(1_100);
    expect(await count('article')).toBe(0);
  });

  it('a leader that stops hands over', async ({ articles, start, applied }) => {
    const first = start(articlesProjection);
    await applied(await articles.publish(1));
    const second = start(articlesProjection);
    await first.stop();
    await applied(await articles.publish(2));
    expect(second.status.leading).toBe(true);
  });
});

/** Puts the first event into the log again, under an id for which it was not sealed, and returns its position. */
function putAgain(store: MemoryEventStore): string {
  const [sound] = store.log;
  if (!sound) expect.fail('no event');
  store.put({ ...sound, id: randomUUID(), revision: 1 });
  return store.log.at(-1)?.position ?? '';
}

describe('a poison event', () => {
  it('stops the projection after everything before it, and says where', async ({
    articles,
    store,
    pool,
    schema,
    start,
    count,
  }) => {
    const runner = start(articlesProjection, { maxPoisonWait: 50 });
    await articles.publish(1);
    await articles.publish(2);
    const position = putAgain(store);
    await articles.publish(3);
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

  it('is found too when only applying it fails, and never skipped', async ({
    articles,
    pool,
    schema,
    start,
    count,
  }) => {
    start(articlesProjection, { maxPoisonWait: 50 });
    await articles.publish(1);
    const position = await articles.edit(7, { title: 'Never published' });
    await articles.publish(2);
    await until(async () =>
      expect(await readCheckpoint(pool, schema)).toMatchObject({
        position: '000000000001',
        poison: { position, reason: expect.stringContaining('never been published') },
      }),
    );
    expect(await count('article')).toBe(1);
  });

  it.for([
    ['of a row that is there', 1, 2],
    ['of a row that is not', 2, 1],
  ] as const)(
    'is found too when an event before it is missing (%s)',
    async ([, articleId, revision], { articles, log, store, pool, schema, start, count }) => {
      const runner = start(articlesProjection, { maxPoisonWait: 50 });
      await articles.publish(1);
      const [sound] = store.log;
      if (!sound) expect.fail('no event');
      const deleted = { type: 'ArticleDeleted', data: { articleId } } as const;
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
    },
  );

  it('is found too when the database refuses the row', async ({ articles, pool, schema, start }) => {
    start(articlesProjection, { maxPoisonWait: 50 });
    await articles.publish(1);
    const position = await articles.publish(2, { readTime: 40_000 });
    await articles.publish(3);
    await until(async () =>
      expect(await readCheckpoint(pool, schema)).toMatchObject({
        position: '000000000001',
        poison: { position },
      }),
    );
  });

  it('lets a fixed worker go on from there, and the stopped one is well again', async ({
    articles,
    pool,
    schema,
    start,
    applied,
  }) => {
    const stuck = start(articlesProjection, { maxPoisonWait: 50 });
    await articles.publish(1);
    const position = await articles.publish(2, { readTime: 40_000 });
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
    start(fixed);
    await applied(position);
    expect((await readCheckpoint(pool, schema))?.poison).toBeUndefined();
    await until(() => expect(checkProjection(stuck.status)).resolves.toBeUndefined());
  });
});

describe('an engine that is away', () => {
  it('is waited for, and nothing is taken for poison', async ({
    articles,
    store,
    pool,
    schema,
    start,
    applied,
  }) => {
    const away = vi.spyOn(store, 'subscribe').mockImplementation(() => {
      throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    });
    const runner = start(articlesProjection);
    const position = await articles.publish(1);
    await until(() => expect(checkProjection(runner.status)).rejects.toMatchObject({ code: 'ECONNREFUSED' }));
    away.mockRestore();
    await applied(position);
    await expect(checkProjection(runner.status)).resolves.toBeUndefined();
    expect((await readCheckpoint(pool, schema))?.poison).toBeUndefined();
  });
});

describe('the checkpoint', () => {
  it('says when the end of the log was first reached, an empty log too', async ({ pool, schema, start }) => {
    start(articlesProjection);
    await until(async () =>
      expect(await readCheckpoint(pool, schema)).toMatchObject({ position: '000000000000', caughtUp: true }),
    );
  });

  it('starts over when its tables were dropped', async ({
    articles,
    pool,
    schema,
    start,
    runners,
    applied,
    count,
  }) => {
    start(articlesProjection);
    const position = await articles.publish(1);
    await applied(position);
    await runners.stop();
    await pool.query(`drop schema ${schema} cascade`);
    start(articlesProjection);
    await until(async () => expect(await count('article')).toBe(1));
    await applied(position);
  });
});

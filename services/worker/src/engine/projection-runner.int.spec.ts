import { randomUUID } from 'node:crypto';
import { type EventStore, withoutForeignEvents } from '@journal/event-store';
import { articleStream, isForeign, pageStream } from '@journal/events';
import { createPool } from '@journal/postgres';
import { checkpointSchema, readCheckpoint } from '@journal/read-models';
import { createMetrics } from '@journal/service-kit';
import { sleep } from '@journal/service-kit/async';
import { openGate, until } from '@journal/testing';
import fastify from 'fastify';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { articlesProjection } from '../projections/articles/articles.projection.ts';
import { createJournalLog } from '../testing/journal-log.ts';
import { createRunners, type Log, type Model, projectionTest } from '../testing/projection-test.ts';
import { beginEpoch, LeadershipLost } from './checkpoint.ts';
import { type AnyProjection, checkProjection } from './projection.ts';
import { registerProjectionMetrics } from './projection-metrics.ts';
import { type PreparedBatch, type StepTransaction, writeStep } from './step.ts';

const it = projectionTest
  .extend('count', ({ model }) => async (table: string) => {
    const { rows } = await model.pool.query(`select count(*)::int as count from ${model.schema}.${table}`);
    return rows[0].count as number;
  })
  /** Prepares the log's events with indexes in the given range. */
  .extend('prepared', ({ log }) => async (from: number, to: number) => {
    const opened = (await log.codec.open(log.store.log.slice(from, to))) as never[];
    return articlesProjection.prepare(opened);
  })
  /** Lets a worker apply an article's publication and stop; resolves with its position and the next epoch's writer. */
  .extend('afterFirst', ({ log, model }) => async () => {
    model.start(articlesProjection);
    const first = await log.articles.publish(1);
    await model.applied(first);
    await model.stop();
    const { epoch } = await beginEpoch(model.pool, model.schema, articlesProjection.model);
    return { first, writer: { pool: model.pool, schema: model.schema, epoch } };
  })
  .extend('lockConnections', ({ model }) => async () => {
    const { rows } = await model.pool.query(
      'select count(*)::int as count from pg_stat_activity where application_name = $1',
      [`journal worker ${model.schema} leader`],
    );
    return rows[0].count as number;
  });

const failures = {
  'the checkpoint has moved on': { from: '', batch: ({ batch }) => batch, error: /no longer at/ },
  'another epoch has begun, though the checkpoint is where it was left': {
    async batch({ model, batch }) {
      await beginEpoch(model.pool, model.schema, articlesProjection.model);
      return batch;
    },
    error: /no longer at/,
  },
  'the connection breaks after the rows': {
    batch: ({ model: { schema }, batch }) => ({
      async apply(transaction) {
        await batch.apply?.(transaction);
        const dying = `delete from ${schema}.article where pg_terminate_backend(pg_backend_pid())`;
        transaction.write(dying, []);
        return [];
      },
    }),
    error: /terminat/,
  },
  'what it does while it holds the checkpoint fails': {
    batch: ({ model: { schema } }) => ({
      async apply(transaction) {
        transaction.write(`delete from ${schema}.article`, []);
        transaction.whileLocked(() => Promise.reject(new Error('no engine')));
        return [];
      },
    }),
    error: /no engine/,
  },
} satisfies Record<string, Failure>;
type Failure = {
  readonly from?: string;
  batch(given: { model: Model; batch: PreparedBatch }): PreparedBatch | Promise<PreparedBatch>;
  readonly error: RegExp;
};

describe('a step', () => {
  it.for(Object.entries<Failure>(failures))(
    'writes neither rows nor checkpoint if %s, and is repeated by the next leader',
    async ([, { from, batch, error }], { log, model, count, prepared, afterFirst }) => {
      const { first, writer } = await afterFirst();
      const second = await log.articles.publish(2);
      const pool = createPool(model.url, { applicationName: 'dying' });
      onTestFinished(() => pool.end());
      const step = { from: from ?? first, to: second, applied: 1, caughtUp: true };
      const given = await batch({ model, batch: await prepared(1, 2) });
      await expect(writeStep({ ...writer, pool }, step, given)).rejects.toThrow(error);
      expect(await count('article')).toBe(1);
      expect(await model.checkpoint()).toMatchObject({ position: first, applied: 1 });
      model.start(articlesProjection);
      await model.applied(second);
      expect(await count('article')).toBe(2);
    },
  );

  it('rejects writes through a handle that outlives it', async ({ model, count, afterFirst }) => {
    const { first, writer } = await afterFirst();
    let kept: StepTransaction | undefined;
    const step = { from: first, to: `${first}+`, applied: 0, caughtUp: true };
    await writeStep(writer, step, {
      async apply(transaction) {
        kept = transaction;
        return [];
      },
    });
    expect(() => kept?.write(`delete from ${model.schema}.article`, [])).toThrow('has ended');
    for (const writing of [
      `delete from ${model.schema}.article returning id`,
      `with gone as (delete from ${model.schema}.article returning id) select * from gone`,
      `select 1) as found; delete from ${model.schema}.article; select * from (select 1`,
    ])
      await expect(kept?.read(writing), writing).rejects.toMatchObject({
        code: expect.stringMatching(/^42601|0A000$/),
      });
    expect(await count('article')).toBe(1);
  });

  it('sends four queries for an article; steps without rows share one query and fail independently', async ({
    log,
    model,
    prepared,
    afterFirst,
  }) => {
    const { first, writer } = await afterFirst();
    const second = await log.articles.publish(2);
    const others = [`${model.schema}_b`, `${model.schema}_c`];
    const epochs = await Promise.all(
      others.map((other) => beginEpoch(model.pool, other, articlesProjection.model)),
    );
    const sent = vi.spyOn(model.pool, 'query');
    const batch = await prepared(1, 2);
    const step = { from: first, to: second, applied: 1, caughtUp: true };
    await writeStep(writer, step, batch);
    expect(sent).toHaveBeenCalledTimes(4);
    sent.mockClear();
    const settled = await Promise.allSettled(
      others.map((other, index) => {
        const writer = { pool: model.pool, schema: other, epoch: epochs[index]?.epoch ?? '' };
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
    expect((await readCheckpoint(model.pool, others[0] ?? ''))?.position).toBe(second);
  });

  it('is on disk before it can be seen, once its model has been complete', async ({ log, model }) => {
    model.start(articlesProjection);
    await model.applied(await log.articles.publish(1));
    await model.stop();
    await model.pool.query(`
      create table waited (at text, commit text);
      create function note_commit() returns trigger language plpgsql as $$
        begin insert into public.waited values (new.position, current_setting('synchronous_commit')); return null; end $$;
      create trigger noted after update on ${checkpointSchema}.checkpoint
        for each row when (old.position <> new.position) execute function note_commit()`);
    const { schema } = model;
    const other = `${schema}_b`;
    const [{ epoch }, { epoch: otherEpoch }] = await Promise.all([
      beginEpoch(model.pool, schema, articlesProjection.model),
      beginEpoch(model.pool, other, articlesProjection.model),
    ]);
    const rows: PreparedBatch = {
      async apply({ write }) {
        write(`delete from ${schema}.article where id = $1`, [7]);
        return [];
      },
    };
    const move = (to: string, caughtUp: boolean, batch: PreparedBatch, isOther = false) =>
      readCheckpoint(model.pool, isOther ? other : schema).then((checkpoint) =>
        writeStep(
          { pool: model.pool, schema: isOther ? other : schema, epoch: isOther ? otherEpoch : epoch },
          { from: checkpoint?.position ?? '', to, applied: 1, caughtUp },
          batch,
        ),
      );
    await move('first', false, rows, true);
    await move('first without rows', false, {}, true);
    await move('complete', true, rows, true);
    await move('behind again', false, rows);
    await move('behind again without rows', false, {});
    const { rows: commits } = await model.pool.query('select at, commit from waited order by ctid');
    expect(commits).toEqual([
      { at: 'first', commit: 'off' },
      { at: 'first without rows', commit: 'off' },
      { at: 'complete', commit: 'on' },
      { at: 'behind again', commit: 'on' },
      { at: 'behind again without rows', commit: 'on' },
    ]);
  });

  it('is neither lost nor repeated when connections break', async ({ log, model }) => {
    model.start(articlesProjection);
    let last = '';
    for (let id = 1; id <= 60; id++) {
      last = await log.articles.publish(id);
      await log.articles.edit(id, { title: `Edited ${id}` });
      last = await log.articles.edit(id, { readTime: 4 });
      if (id % 6 === 0)
        await model.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'worker 0'`,
        );
    }
    await model.applied(last);
    const { article: rows, article_version: versions } = await model.contents();
    expect(rows.toSorted((a, b) => a.id - b.id).map((row) => [row.id, row.title, row.revision])).toEqual(
      Array.from({ length: 60 }, (_, index) => [index + 1, `Edited ${index + 1}`, 2]),
    );
    expect(versions).toHaveLength(180);
    expect((await model.checkpoint())?.applied).toBe(180);
  });

  it('does not apply an event again to a row that has it, wherever the checkpoint is', async ({
    log,
    model,
    prepared,
  }) => {
    model.start(articlesProjection);
    await log.articles.publish(1);
    await log.articles.edit(1, { title: 'Edited' });
    await model.applied(await log.articles.delete(1));
    await model.stop();
    const before = await model.contents();
    const position = (await model.checkpoint())?.position ?? '';
    const { epoch } = await beginEpoch(model.pool, model.schema, articlesProjection.model);
    const again = await prepared(0, 3);
    await writeStep(
      { pool: model.pool, schema: model.schema, epoch },
      { from: position, to: `${position}+`, applied: 3, caughtUp: true },
      again,
    );
    expect(await model.contents()).toEqual(before);
  });
});

describe('leadership', () => {
  it.for(['shut', 'silence'] as const)(
    'fails over within 8 s when the leader’s connections are cut (%s), without gaps or duplicates',
    async (cut, { log, model, lockConnections }) => {
      const gate = await openGate(Number(new URL(model.url).port));
      const through = new URL(model.url);
      through.port = String(gate.port);
      const behind = createRunners(through.href, log);
      // A step on a silent connection hangs longer than a takeover may take.
      const ownPool = createPool(through.href, { applicationName: 'behind', queryTimeout: 10_000 });
      onTestFinished(async () => {
        await behind.stop();
        await ownPool.end();
        await gate.close();
      });
      const leader = behind.start(articlesProjection, { schema: model.schema, pool: ownPool });
      await model.applied(await log.articles.publish(1));
      const other = model.start(articlesProjection);
      await until(async () => expect(await lockConnections()).toBe(2));
      expect([leader.status.leading, other.status.leading]).toEqual([true, false]);
      for (const runner of [leader, other])
        await expect(checkProjection(runner.status)).resolves.toBeUndefined();

      const started = performance.now();
      gate[cut]();
      const second = await log.articles.publish(2);
      await model.applied(second);
      expect(performance.now() - started).toBeLessThan(8_000);
      expect(other.status.leading).toBe(true);

      gate.open();
      // Its status is "leading" until the hanging step fails, and its closed connection can be listed slightly longer.
      await until(() => expect([leader.status.leading, other.status.leading]).toEqual([false, true]));
      await until(async () => expect(await lockConnections()).toBe(2));
      await until(() => expect(checkProjection(leader.status)).resolves.toBeUndefined());
      await model.applied(await log.articles.edit(1, { title: 'Edited' }));
      expect((await model.checkpoint())?.applied).toBe(3);
      const { article: rows, article_version: versions } = await model.contents();
      expect(rows.map((row) => [row.title, row.revision])).toEqual([
        ['Edited', 1],
        ['Title 2', 0],
      ]);
      expect(versions).toHaveLength(3);
    },
  );

  it('is retried with pauses if it is lost immediately, again and again', async ({ log, model, count }) => {
    const tries: number[] = [];
    const robbed: AnyProjection = {
      ...articlesProjection,
      prepare: (events: readonly never[]) => ({
        ...articlesProjection.prepare(events),
        async before() {
          tries.push(performance.now());
          await beginEpoch(model.pool, model.schema, articlesProjection.model);
        },
      }),
    };
    await log.articles.publish(1);
    model.start(robbed);
    await until(() => expect(tries.length).toBeGreaterThanOrEqual(5));
    expect((tries[4] ?? 0) - (tries[0] ?? 0)).toBeGreaterThan(1_100);
    expect(await count('article')).toBe(0);
  });

  it('is not taken from another worker by one that lost the lock while it migrated', async ({ model }) => {
    const lost = AbortSignal.abort(new Error('silent'));
    const campaign = vi.fn(async (_key: string, { signal }: { signal: AbortSignal }) => {
      if (campaign.mock.calls.length === 1) return { lost, release: async () => {} };
      await sleep(60_000, signal);
      return undefined;
    });
    model.start(articlesProjection, { election: { campaign, close: async () => {} } });
    await until(() => expect(campaign).toHaveBeenCalledTimes(2));
    const next = await beginEpoch(model.pool, model.schema, articlesProjection.model);
    expect(next.epoch).toBe('1');
  });

  it('passes to the other worker when the leader stops', async ({ log, model }) => {
    const first = model.start(articlesProjection);
    await model.applied(await log.articles.publish(1));
    const second = model.start(articlesProjection);
    await first.stop();
    await model.applied(await log.articles.publish(2));
    expect(second.status.leading).toBe(true);
  });
});

const poisons = {
  'it was not sealed for its id': async ({ store }) => {
    const [sound] = store.log;
    if (sound) store.put({ ...sound, id: randomUUID(), revision: 1 });
  },
  'it makes no sense': ({ articles }) => articles.edit(7, { title: 'Never published' }),
  'an event before it, of a row that is there, is missing': (log) => putDeleted(log, 1, 2),
  'an event before it, of a row that is not, is missing': (log) => putDeleted(log, 9, 1),
  'the database refuses the row': ({ articles }) => articles.publish(9, { readTime: 40_000 }),
} satisfies Record<string, (log: Log) => Promise<unknown>>;

async function putDeleted({ store, codec }: Log, articleId: number, revision: number): Promise<void> {
  const [sound] = store.log;
  if (!sound) expect.fail('no event');
  const deleted = { type: 'ArticleDeleted', data: { articleId } } as const;
  const sealed = await codec.seal(deleted, randomUUID(), sound.metadata as never);
  store.put({ ...sound, ...sealed, stream: articleStream(articleId), revision });
}

describe('a poison event', () => {
  it.for(Object.entries(poisons))(
    'stops the projection once all earlier events are applied, and is reported with its position: %s',
    async ([, writePoison], { log, model, count }) => {
      const runner = model.start(articlesProjection, { maxPoisonWait: 50 });
      await log.articles.publish(1);
      const last = await log.articles.publish(2);
      await writePoison(log);
      const position = log.store.log.at(-1)?.position;
      await log.articles.publish(3);
      await until(async () =>
        expect(await model.checkpoint()).toMatchObject({
          position: last,
          poison: { position, reason: expect.stringContaining(`at position ${position}`) },
        }),
      );
      expect(await count('article')).toBe(2);
      await expect(checkProjection(runner.status)).rejects.toMatchObject({
        code: `stopped at position ${position}`,
      });
    },
  );

  it('is applied by a worker with fixed code, and the stopped worker becomes healthy again', async ({
    log,
    model,
  }) => {
    const stuck = model.start(articlesProjection, { maxPoisonWait: 50 });
    await log.articles.publish(1);
    const position = await log.articles.publish(2, { readTime: 40_000 });
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
    model.start(fixed);
    await model.applied(position);
    expect((await model.checkpoint())?.poison).toBeNull();
    await until(() => expect(checkProjection(stuck.status)).resolves.toBeUndefined());
  });
});

it('a projection skips foreign events in the log with a warning, and continues', async ({
  log,
  model,
  count,
}) => {
  const { log: logger } = fastify({ logger: { level: 'silent' } });
  const warn = vi.spyOn(logger, 'warn');
  const runner = model.start(articlesProjection, { log: logger });
  await log.articles.publish(1);
  const [sound] = log.store.log;
  if (!sound) expect.fail('no event');
  for (const foreign of [{ metadata: {} }, { data: { base64: '' }, metadata: { at: 1 } }])
    log.store.put({ ...sound, stream: articleStream(2), ...foreign, id: randomUUID() } as never);
  await model.applied(await log.articles.publish(3));
  expect(await count('article')).toBe(2);
  expect(warn.mock.calls.map(([what]) => what)).toMatchObject([
    { stream: articleStream(2), type: 'ArticlePublished', projection: model.schema },
    { stream: articleStream(2) },
  ]);
  await checkProjection(runner.status);
  // The rows are committed before the runner updates its status.
  await until(() => expect(runner.status.lastEventAt).toBeGreaterThan(0));
});

it('a projection ignores foreign events in the journal’s streams, and applies the journal’s own', async ({
  log,
  model,
}) => {
  const { store: engine, vault } = log;
  const own = withoutForeignEvents(engine);
  const store: EventStore = {
    ...own,
    async append(stream, events) {
      const theirs = { id: randomUUID(), type: events[0]?.type ?? '', data: {}, metadata: {} as never };
      await engine.append(stream, [theirs], 'any');
      const last = engine.log.findLast((event) => event.stream === stream && !isForeign(event));
      return own.append(stream, events, last?.revision ?? 'none');
    },
  };
  const { articles, issues, write } = createJournalLog(store, vault);
  const editPage = (text: string) =>
    write(pageStream('privacy'), { type: 'PageEdited', data: { pageId: 'privacy', text } });
  await articles.publish(1);
  await articles.edit(1, { title: 'Edited' });
  await articles.delete(1);
  await issues.open(7);
  await issues.edit(7, { title: 'Ice' });
  await issues.discard(7);
  await issues.open(7);
  await editPage('About us');
  const position = await editPage('About us all');
  model.start(articlesProjection);
  await model.applied(position);
  const rowsOf = async (select: string) =>
    (await model.pool.query(select.replaceAll('from ', `from ${model.schema}.`))).rows;
  expect(await rowsOf('select revision, title, deleted_at is null as listed from article')).toEqual([
    { revision: 5, title: 'Edited', listed: false },
  ]);
  expect(await rowsOf('select revision, title, status from issue')).toEqual([
    { revision: 7, title: 'Snow', status: 'draft' },
  ]);
  expect(
    (await rowsOf('select revision from page_version order by revision')).map((row) => row.revision),
  ).toEqual([-1, 1, 3]);
  const versions = await rowsOf('select revision from article_version order by revision');
  expect(versions.map((row) => row.revision)).toEqual([1, 3, 5]);
});

describe('the reported lag', () => {
  /** Returns a function that resolves with the lag in seconds as long as the log has a further event. */
  function watchLag({ store }: Log, runner: ReturnType<Model['start']>) {
    const metrics = createMetrics('worker');
    const further = async () => `${await store.head()}+`;
    registerProjectionMetrics(metrics, { ...store, head: further }).watch(runner.status);
    return async () => {
      const text = await metrics.registry.metrics();
      return Number(/^journal_projection_lag_seconds\{.*\} (.+)$/m.exec(text)?.[1]);
    };
  }

  it('is that since the log had no further event, however old the last event of the projection is', async ({
    log,
    model,
  }) => {
    const runner = model.start(articlesProjection);
    const lag = watchLag(log, runner);
    await model.applied(await log.articles.publish(1));
    await model.applied(await log.submissions.pitch('other'));
    await until(async () => expect(await lag()).toBeLessThan(30));
  });

  it('is known to a worker that has not applied anything yet', async ({ log, model }) => {
    model.start(articlesProjection);
    await model.applied(await log.articles.publish(1));
    await model.stop();
    await model.pool.query(
      `update ${checkpointSchema}.checkpoint set updated_at = now() - interval '1 hour' where schema_name = $1`,
      [model.schema],
    );
    const hanging: EventStore = {
      ...log.store,
      async *subscribe({ signal } = {}) {
        await sleep(60_000, signal);
        yield* [];
      },
    };
    const runner = model.start(articlesProjection, { store: hanging });
    const lag = watchLag(log, runner);
    await until(() => expect(runner.status.leading).toBe(true));
    expect(await lag()).toBeGreaterThanOrEqual(3_600);
  });
});

describe('an unavailable event store', () => {
  it('is waited for, and no event is treated as poison', async ({ log, model }) => {
    const away = vi.spyOn(log.store, 'subscribe').mockImplementation(() => {
      throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    });
    const runner = model.start(articlesProjection);
    const position = await log.articles.publish(1);
    await until(() => expect(checkProjection(runner.status)).rejects.toMatchObject({ code: 'ECONNREFUSED' }));
    away.mockRestore();
    await model.applied(position);
    await until(() => expect(checkProjection(runner.status)).resolves.toBeUndefined());
    expect((await model.checkpoint())?.poison).toBeNull();
  });
});

describe('the checkpoint', () => {
  it('makes a worker the leader only once its epoch has begun', async ({ log, afterFirst, model }) => {
    await afterFirst();
    const client = await model.pool.connect();
    onTestFinished(() => client.release(true));
    await client.query('begin');
    await client.query(`select from ${checkpointSchema}.checkpoint where schema_name = $1 for update`, [
      model.schema,
    ]);
    const runner = model.start(articlesProjection);
    await until(async () => {
      const { rows } = await model.pool.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
         and query like '%set term = checkpoint.term + 1%'`,
      );
      expect(rows).toHaveLength(1);
    });
    expect(runner.status.leading).toBe(false);
    await client.query('commit');
    await model.applied(await log.articles.publish(2));
    expect(runner.status.leading).toBe(true);
  });

  it('records that the end of the log was reached, even if the log is empty', async ({ model }) => {
    model.start(articlesProjection);
    await until(async () =>
      expect(await model.checkpoint()).toMatchObject({
        position: '000000000000',
        caughtUp: true,
      }),
    );
  });

  it('is where the next leader resumes a projection without tables', async ({ log, model }) => {
    const reactor: AnyProjection = {
      model: { name: 'reactor', version: 1, migrations: {} },
      events: 'all',
      reads: 'recorded',
      prepare: () => ({}),
    };
    for (const id of [1, 2]) {
      const runner = model.start(reactor);
      await model.applied(await log.articles.publish(id));
      await runner.stop();
    }
    expect((await model.checkpoint())?.applied).toBe(2);
  });

  it('starts over if the tables were dropped', async ({ log, model, count }) => {
    model.start(articlesProjection);
    const position = await log.articles.publish(1);
    await model.applied(position);
    await model.stop();
    await model.pool.query(`drop schema ${model.schema} cascade`);
    model.start(articlesProjection);
    await until(async () => expect(await count('article')).toBe(1));
    await model.applied(position);
  });
});

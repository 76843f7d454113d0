import { type NewJournalEvent, sessionStream, userStream } from '@journal/events';
import { createPool } from '@journal/postgres';
import { readRebuilds, requestRebuild, schemaOf, wordsModel } from '@journal/read-models';
import { createEmbeddedIndex, searchModel } from '@journal/search';
import { withTimeout } from '@journal/service-kit/async';
import { until } from '@journal/testing';
import fastify from 'fastify';
import { expect, onTestFinished, vi } from 'vitest';
import { articlesProjection } from '../projections/articles/articles.projection.ts';
import { createRegistry } from '../registry.ts';
import { mailingIn } from '../testing/mailing-log.ts';
import { type Log, projectionTest } from '../testing/projection-test.ts';
import { checkProjection } from './projection.ts';
import type { ProjectionRunnerOptions } from './projection-runner.ts';

const it = projectionTest.extend('rebuild', ({ model }) => {
  const { pool, schema } = model;
  return {
    beside: `${schema}_rebuild`,
    start: (options: Partial<ProjectionRunnerOptions> = {}) =>
      model.start(articlesProjection, { tickInterval: 20, ...options }),
    request: () => requestRebuild(pool, schema),
    /** Resolves when all requested rebuilds are done and the replaced schemas and checkpoints are gone. */
    done: () =>
      until(async () => {
        const rebuilds = await readRebuilds(pool, schema);
        expect(rebuilds?.done).toBe(rebuilds?.wanted);
        const { rows } = await pool.query(
          `select schema_name as name from projections.checkpoint where schema_name like $1
           union all select nspname from pg_namespace where nspname like $1`,
          [`${schema}\\_%`],
        );
        expect(rows).toEqual([]);
      }),
    async ids(of = schema) {
      const { rows } = await pool.query<{ id: number }>({
        name: `ids of ${of}`,
        text: `select id from ${of}.article where title like 'Title %' order by id`,
      });
      return rows.map(({ id }) => id);
    },
  };
});

it('a rebuild during reads and writes makes no read stale or incomplete, and replaces a wrong row', async ({
  log,
  model,
  rebuild,
}) => {
  rebuild.start();
  for (let id = 1; id <= 20; id++) await log.articles.publish(id);
  const position = await log.articles.publish(21);
  await model.applied(position);
  await model.pool.query(`update ${model.schema}.article set excerpt = 'wrong' where id = 7`);

  let published = 21;
  let isDone = false;
  onTestFinished(() => {
    isDone = true;
  });
  const write = async () => {
    while (!isDone) await model.applied(await log.articles.publish(++published));
  };
  let answers = 0;
  const read = async () => {
    for (; !isDone; answers++) {
      const before = Number((await model.checkpoint())?.position);
      expect((await rebuild.ids()).length).toBeGreaterThanOrEqual(before);
    }
  };
  const load = [write(), read(), read()];
  await until(() => expect(answers).toBeGreaterThan(10));
  await rebuild.request();
  await rebuild.done();
  const after = answers;
  await until(() => expect(answers).toBeGreaterThan(after + 10));
  isDone = true;
  await Promise.all(load);

  const { rows: counts } = await model.pool.query(`select count from ${model.schema}.article_count`);
  expect(counts).toEqual([{ count: published }]);
  const { article } = await model.contents();
  expect(article.map(({ excerpt }) => excerpt)).not.toContain('wrong');
  expect(await rebuild.ids()).toEqual(Array.from({ length: published }, (_, index) => index + 1));
});

/** Adds an entry to every read model; resolves with the position of the last event. */
async function addEverywhere({ users, articles, submissions, comments, concerns, ...log }: Log, n: number) {
  const userId = `user-${n}`;
  const write = (stream: string, event: NewJournalEvent) => log.write(stream, event);
  await users.register(userId);
  await write(sessionStream(userId), {
    type: 'SessionStarted',
    data: { userId, sessionId: userId, version: 0, device: 'A device' },
  });
  const key = { credentialId: 'AAAA', publicKey: 'AAAA', counter: 0, transports: [], isSynced: true };
  await write(userStream(userId), {
    type: 'PasskeyAdded',
    data: { userId, passkeyId: userId, name: 'A key', ...key },
  });
  await log.invited(`${n}@example.org`).send(userId);
  await log.subscriber(`${n}@example.org`).request();
  await concerns.report(userId, 'I am named.');
  await mailingIn(log, `7-${n}`).prepare(7, 'clash');
  await submissions.pitch(userId, { userId });
  await comments.comment(userId, `comment-${n}`);
  return articles.publish(n);
}

it('no read loses rows while all read models are rebuilt at the same time', async ({
  log,
  model: { pool, ...model },
}) => {
  const search = { index: createEmbeddedIndex({ pool }), model: searchModel, database: pool };
  const registry = createRegistry(log.vault, { ...search, log: fastify().log }, []);
  const models = registry.filter(({ projection }) => !projection.onTick && !projection.model.keepsEarlier);
  const schemas = models.map(({ projection }) => {
    const schema = schemaOf(projection.model);
    model.start(projection, { schema, tickInterval: 20 });
    return schema;
  });
  const most = new Map<string, number>();
  const shrunk: unknown[] = [];
  let [isDone, added, rounds] = [false, 20, 0];
  onTestFinished(() => {
    isDone = true;
  });
  const write = async () => {
    while (!isDone) await model.applied(await addEverywhere(log, ++added), schemaOf(wordsModel));
  };
  async function read() {
    for (; !isDone; rounds++)
      for (const schema of schemas)
        for (const [table, { length }] of Object.entries(await model.contents(schema))) {
          const before = most.get(`${schema}.${table}`) ?? 0;
          if (length < before) shrunk.push([schema, table, before, length]);
          most.set(`${schema}.${table}`, Math.max(before, length));
        }
  }
  for (let n = 1; n <= added; n++) await addEverywhere(log, n);
  for (const schema of schemas) await model.applied((await log.store.head()) ?? '', schema);
  const load = [write(), read()];
  await until(() => expect(rounds).toBeGreaterThan(1));
  for (const schema of schemas) await requestRebuild(pool, schema);
  for (const schema of schemas)
    await until(async () => expect(await readRebuilds(pool, schema)).toMatchObject({ done: 1 }));
  const after = rounds;
  await until(() => expect(rounds).toBeGreaterThan(after + 1));
  isDone = true;
  await Promise.all(load);
  expect(shrunk).toEqual([]);
  const filled = [...most].flatMap(([table, rows]) => (rows > 0 ? table.split('.')[0] : []));
  expect([...new Set(filled)]).toEqual(schemas);
});

it('a reader of replaced tables continues without blocking anyone, and the tables are dropped afterwards', async ({
  log,
  model,
  rebuild,
}) => {
  rebuild.start();
  await model.applied(await log.articles.publish(1));
  const reader = await model.pool.connect();
  await reader.query('begin');
  await reader.query(`declare reading cursor for select id from ${model.schema}.article`);
  await rebuild.request();
  await until(async () => expect((await readRebuilds(model.pool, model.schema))?.done).toBe(1));
  await model.applied(await log.articles.publish(2));
  expect(await rebuild.ids()).toEqual([1, 2]);
  expect((await reader.query('fetch all from reading')).rows).toEqual([{ id: 1 }]);
  await reader.query('commit');
  reader.release();
  await rebuild.done();
});

it('the next leader starts a rebuild again, whatever the previous leader left behind', async ({
  log,
  model,
  rebuild,
}) => {
  const leader = rebuild.start();
  await model.applied(await log.articles.publish(1));
  await rebuild.request();
  await leader.stop();
  await model.pool.query(`drop schema if exists ${rebuild.beside} cascade; create schema ${rebuild.beside}`);
  await model.pool.query(`create table ${rebuild.beside}.article (id integer)`);
  rebuild.start();
  await rebuild.done();
  expect(await rebuild.ids()).toEqual([1]);
});

it('a rebuild repairs a read model whose tables reject an event', async ({ log, model, rebuild }) => {
  const runner = rebuild.start({ maxPoisonWait: 20 });
  await model.applied(await log.articles.publish(1));
  await model.pool.query(`alter table ${model.schema}.article add check (id < 2)`);
  const position = await log.articles.publish(2);
  await until(() => expect(checkProjection(runner.status)).rejects.toThrow('cannot be applied'));
  await rebuild.request();
  await rebuild.done();
  await model.applied(position);
  await until(() => checkProjection(runner.status));
});

it.for<[string, (text: string, values: string) => boolean, boolean]>([
  ['its tables can’t be analyzed at first', (text) => text.startsWith('analyze'), false],
  ['the reply to its last step is lost', (_text, values) => /_rebuild.*"caughtUp":true/.test(values), true],
])(
  'a rebuild completes while nothing else happens even if %s',
  async ([, fails, isCarriedOut], { log, model, rebuild }) => {
    const pool = createPool(model.url, { applicationName: 'spec', max: 3 });
    const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>;
    let failures = 0;
    vi.spyOn(pool, 'query').mockImplementation((async (...given: unknown[]) => {
      const [{ text = '', values = [] }] = given as [{ text?: string; values?: unknown[] }];
      if (failures > 0 || !fails(text, String(values[0]))) return query(...given);
      failures++;
      if (isCarriedOut) await query(...given);
      throw new Error('Connection terminated unexpectedly');
    }) as never);
    const runner = rebuild.start({ pool });
    await model.applied(await log.articles.publish(1));
    await rebuild.request();
    await rebuild.done();
    expect([failures, await rebuild.ids()]).toEqual([1, [1]]);
    await runner.stop();
    await pool.end();
  },
);

it('rebuilds that end at the same time leave connections to the live projections', async ({
  log,
  model,
  rebuild,
}) => {
  const pool = createPool(model.url, { applicationName: 'spec', max: 4 });
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>;
  let [running, most] = [0, 0];
  vi.spyOn(pool, 'query').mockImplementation((async (...given: unknown[]) => {
    if (!(given[0] as { text?: string }).text?.startsWith('analyze')) return query(...given);
    most = Math.max(most, ++running);
    // As on large tables, until all rebuilds can have come this far.
    await query('select pg_sleep(0.2)');
    return query(...given).finally(() => running--);
  }) as never);
  const schemas = [1, 2, 3].map((number) => `${model.schema}_${number}`);
  const position = await log.articles.publish(1);
  const runners = schemas.map((schema) => rebuild.start({ pool, schema }));
  for (const schema of schemas) {
    await model.applied(position, schema);
    await requestRebuild(model.pool, schema);
  }
  await until(async () => {
    for (const schema of schemas) expect((await readRebuilds(model.pool, schema))?.done).toBe(1);
  });
  expect(most).toBe(1);
  await Promise.all(runners.map((runner) => runner.stop()));
  await pool.end();
});

it('a leader that stops does not wait until the tables of a rebuild are analyzed, and cancels that', async ({
  log,
  model,
  rebuild,
}) => {
  const pool = createPool(model.url, { applicationName: 'spec', max: 3 });
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>;
  const holder = await model.pool.connect();
  await holder.query('begin; set local idle_in_transaction_session_timeout = 0');
  vi.spyOn(pool, 'query').mockImplementation((async (...given: unknown[]) => {
    // As on large tables, it takes long.
    if ((given[0] as { text?: string }).text?.startsWith('analyze'))
      await holder.query(`lock table ${rebuild.beside}.article in share update exclusive mode`);
    return query(...given);
  }) as never);
  const analyzing = async () => {
    const { rowCount } = await model.pool.query(
      `select from pg_stat_activity where query like 'analyze %' and wait_event_type = 'Lock'`,
    );
    return rowCount ?? 0;
  };
  const runner = rebuild.start({ pool });
  await model.applied(await log.articles.publish(1));
  await rebuild.request();
  await until(async () => expect(await analyzing()).toBe(1));
  await withTimeout(
    4_000,
    runner.stop().then(() => pool.end()),
  ).finally(() => holder.release(true));
  expect(runner.status.failure).toBeUndefined();
});

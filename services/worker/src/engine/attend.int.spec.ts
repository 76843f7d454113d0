import { createMemoryEventStore, type MemoryEventStore } from '@journal/event-store/memory';
import { checkpointSchema, readCheckpoint } from '@journal/read-models';
import { useTestDatabase } from '@journal/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ArticleLog, createArticleLog } from '../testing/article-log.ts';
import { createRunners, untilApplied } from '../testing/article-runner.ts';
import { until } from '../testing/until.ts';
import type { LeadersTerm, Projection } from './projection.ts';
import { checkProjection } from './projection-status.ts';

const database = useTestDatabase();
const { pool } = database;
let store: MemoryEventStore;
let log: ArticleLog;
let runners: ReturnType<typeof createRunners>;
let schema: string;
let schemas = 0;
let happened: string[];

beforeEach(() => {
  schema = `attended_${++schemas}`;
  happened = [];
  store = createMemoryEventStore();
  log = createArticleLog(store);
  runners = createRunners(database.url, store, log);
});
afterEach(() => runners.stop());

const start = (
  attend: (leader: LeadersTerm) => Promise<string>,
  { attendEvery = 60_000, ...parts }: { attendEvery?: number; batchSize?: number } = {},
) => {
  const projection: Projection = {
    model: { name: 'attended', version: 1, migrations: {} },
    events: 'all',
    ...parts,
    prepare: (events) => ({
      async changes() {
        if (events.length > 0) happened.push(events.map(({ stream }) => stream).join(' '));
        return { writes: [], topics: new Set() };
      },
    }),
    attend,
  };
  return runners.start(schema, { projection: projection as never, attendEvery });
};

it('a leader attends before the first event, and between steps as often as it is to', async () => {
  const last = await log.publish(1);
  start(
    async ({ position }) => {
      happened.push(`attended at "${position}"`);
      return position;
    },
    { attendEvery: 20 },
  );
  await until(() => expect(happened.length).toBeGreaterThan(4));
  expect(happened.slice(0, 4)).toEqual([
    'attended at ""',
    'article-1',
    `attended at "${last}"`,
    `attended at "${last}"`,
  ]);
});

it('events are read anew from where attending has moved the checkpoint', async () => {
  const first = await log.publish(1);
  const last = await log.publish(2);
  let isMoved = false;
  start(
    async ({ position, term }) => {
      if (position !== last || isMoved) return position;
      isMoved = true;
      happened.push('moved');
      await pool.query(
        `update ${checkpointSchema}.checkpoint set position = $1 where schema_name = $2 and term = $3`,
        [first, schema, term],
      );
      return first;
    },
    { attendEvery: 20 },
  );
  await until(() => expect(happened).toEqual(['article-1 article-2', 'moved', 'article-2']));
  await untilApplied(pool, schema, last);
});

it('no event is applied while attending fails, which health tells, and all are once it does not', async () => {
  let isAway = true;
  const runner = start(async ({ position }) => {
    if (isAway) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    return position;
  });
  const last = await log.publish(1);
  await until(() => expect(checkProjection(runner.status)).rejects.toMatchObject({ code: 'ECONNREFUSED' }));
  expect((await readCheckpoint(pool, schema))?.position).toBe('');
  isAway = false;
  await untilApplied(pool, schema, last);
  expect(happened).toEqual(['article-1']);
});

it('a leader that stops does not wait for what it attends to', async () => {
  const attending = Promise.withResolvers<void>();
  const runner = start(
    ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        attending.resolve();
      }),
  );
  await attending.promise;
  await runner.stop();
  expect(runner.status.trouble).toBeUndefined();
});

it('a batch is no larger than the projection can take', async () => {
  await log.publish(1);
  await log.publish(2);
  const last = await log.publish(3);
  start(async ({ position }) => position, { batchSize: 2 });
  await untilApplied(pool, schema, last);
  expect(happened).toEqual(['article-1 article-2', 'article-3']);
});

import type { RecordedEvent } from '@journal/event-store';
import { createMemoryEventStore, type MemoryEventStore } from '@journal/event-store/memory';
import { checkpointSchema, readCheckpoint } from '@journal/read-models';
import { useTestDatabase } from '@journal/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ArticleLog, createArticleLog } from '../testing/article-log.ts';
import { createRunners, untilApplied } from '../testing/article-runner.ts';
import { until } from '../testing/until.ts';
import type { LeaderContext, Projection } from './projection.ts';
import { checkProjection } from './projection.ts';

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
  onTick: (leader: LeaderContext) => Promise<string>,
  { tickInterval = 60_000, ...parts }: { tickInterval?: number; batchSize?: number } = {},
) => {
  const projection: Projection<RecordedEvent> = {
    model: { name: 'attended', version: 1, migrations: {} },
    events: 'all',
    reads: 'recorded',
    ...parts,
    prepare: (events) => ({
      async before() {
        if (events.length > 0) happened.push(events.map(({ stream }) => stream).join(' '));
      },
    }),
    onTick,
  };
  return runners.start(schema, { projection: projection as never, tickInterval });
};

it('a leader ticks before the first event, and between steps at its interval', async () => {
  const last = await log.publish(1);
  start(
    async ({ position }) => {
      happened.push(`ticked at "${position}"`);
      return position;
    },
    { tickInterval: 20 },
  );
  await until(() => expect(happened.length).toBeGreaterThan(4));
  expect(happened.slice(0, 4)).toEqual([
    'ticked at ""',
    'article-1',
    `ticked at "${last}"`,
    `ticked at "${last}"`,
  ]);
});

it('events are read again from where a tick has moved the checkpoint', async () => {
  const first = await log.publish(1);
  const last = await log.publish(2);
  let isMoved = false;
  start(
    async ({ position, epoch }) => {
      if (position !== last || isMoved) return position;
      isMoved = true;
      happened.push('moved');
      await pool.query(
        `update ${checkpointSchema}.checkpoint set position = $1 where schema_name = $2 and term = $3`,
        [first, schema, epoch],
      );
      return first;
    },
    { tickInterval: 20 },
  );
  await until(() => expect(happened).toEqual(['article-1 article-2', 'moved', 'article-2']));
  await untilApplied(pool, schema, last);
});

it('no event is applied while a tick fails, which health tells, and all are once it succeeds', async () => {
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

it('a leader that stops does not wait for a tick', async () => {
  const ticking = Promise.withResolvers<void>();
  const runner = start(
    ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        ticking.resolve();
      }),
  );
  await ticking.promise;
  await runner.stop();
  expect(runner.status.failure).toBeUndefined();
});

it('a batch is no larger than the projection can take', async () => {
  await log.publish(1);
  await log.publish(2);
  const last = await log.publish(3);
  start(async ({ position }) => position, { batchSize: 2 });
  await untilApplied(pool, schema, last);
  expect(happened).toEqual(['article-1 article-2', 'article-3']);
});

import type { EventStore, RecordedEvent } from '@journal/event-store';
import { checkpointSchema, readCheckpoint } from '@journal/read-models';
import { abortable, sleep, withTimeout } from '@journal/service-kit/async';
import { until } from '@journal/testing';
import { expect } from 'vitest';
import { defineReactor } from '../reactors/define-reactor.ts';
import { projectionTest } from '../testing/projection-test.ts';
import { checkProjection, type LeaderContext, type Projection } from './projection.ts';
import type { TakeTurn } from './replay-turns.ts';

type TickingOptions = {
  tickInterval?: number;
  batchSize?: number;
  takeTurn?: TakeTurn;
  store?: EventStore;
};

const it = projectionTest
  /** Actions of a projection: the events of each batch, by stream, and the entries that its `onTick` adds. */
  .extend('happened', (): string[] => [])
  .extend(
    'startTicking',
    ({ log, model, happened }) =>
      (
        onTick: (leader: LeaderContext) => Promise<string>,
        { tickInterval = 60_000, takeTurn, store = log.store, ...parts }: TickingOptions = {},
      ) => {
        const projection: Projection<RecordedEvent> = {
          model: { name: 'ticking', version: 1, migrations: {} },
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
        return model.start(projection, { tickInterval, takeTurn, store });
      },
  );

it('a leader ticks before the first event, then between steps at its interval', async ({
  log,
  happened,
  startTicking,
}) => {
  const last = await log.articles.publish(1);
  startTicking(
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

it('events after a checkpoint that a tick has moved back are read again', async ({
  log,
  model,
  happened,
  startTicking,
}) => {
  const first = await log.articles.publish(1);
  const last = await log.articles.publish(2);
  let isMoved = false;
  startTicking(
    async ({ position, epoch }) => {
      if (position !== last || isMoved) return position;
      isMoved = true;
      happened.push('moved');
      await model.pool.query(
        `update ${checkpointSchema}.checkpoint set position = $1 where schema_name = $2 and term = $3`,
        [first, model.schema, epoch],
      );
      return first;
    },
    { tickInterval: 20 },
  );
  await until(() => expect(happened).toEqual(['article-1 article-2', 'moved', 'article-2']));
  await model.applied(last);
});

it('a failing tick holds back all events until it succeeds, and health reports the failure', async ({
  log,
  model,
  happened,
  startTicking,
}) => {
  let isAway = true;
  const runner = startTicking(async ({ position }) => {
    if (isAway) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    return position;
  });
  const last = await log.articles.publish(1);
  await until(() => expect(checkProjection(runner.status)).rejects.toMatchObject({ code: 'ECONNREFUSED' }));
  expect((await readCheckpoint(model.pool, model.schema))?.position).toBe('');
  isAway = false;
  await model.applied(last);
  expect(happened).toEqual(['article-1']);
});

it('a leader that stops aborts its tick, and reports no failure', async ({ startTicking }) => {
  const ticking = Promise.withResolvers<void>();
  const runner = startTicking(
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

it('a batch is no larger than the projection’s batch size', async ({
  log,
  model,
  happened,
  startTicking,
}) => {
  await log.articles.publish(1);
  await log.articles.publish(2);
  const last = await log.articles.publish(3);
  startTicking(async ({ position }) => position, { batchSize: 2 });
  await model.applied(last);
  expect(happened).toEqual(['article-1 article-2', 'article-3']);
});

it('a replay with effects elsewhere waits for its turn, but does not hold it while they happen', async ({
  log,
  model,
  happened,
  startTicking,
}) => {
  await log.articles.publish(1);
  await log.articles.publish(2);
  const last = await log.articles.publish(3);
  const takeTurn = async () => {
    happened.push('turn');
    return { shouldYield: false, end: () => void happened.push('end of turn') };
  };
  startTicking(async ({ position }) => position, { batchSize: 2, takeTurn });
  await model.applied(last);
  expect(happened).toEqual(['turn', 'end of turn', 'article-1 article-2', 'article-3']);
});

it('a projection that has never been up to date takes turns even if large events make its batches small', async ({
  log,
  model,
  happened,
  startTicking,
}) => {
  await log.articles.publish(1);
  const last = await log.articles.publish(2);
  const takeTurn = async () => {
    happened.push('turn');
    return { shouldYield: false, end: () => {} };
  };
  const store: EventStore = {
    ...log.store,
    subscribe: (options) => log.store.subscribe({ ...options, batchSize: 1 }),
  };
  startTicking(async ({ position }) => position, { takeTurn, store });
  await model.applied(last);
  expect(happened).toEqual(['turn', 'article-1', 'article-2']);
});

it('a replay reads and opens few events before its turn, and gives the turn up if it is stopped while it waits', async ({
  log,
  model,
  happened,
}) => {
  for (let id = 1; id <= 23; id++) await log.articles.publish(id);
  const store: EventStore = {
    ...log.store,
    subscribe(options) {
      happened.push(`reads ${options?.batchSize}`);
      return log.store.subscribe(options);
    },
  };
  const granted = Promise.withResolvers<void>();
  const takeTurn = async (signal: AbortSignal) => {
    happened.push('waits');
    await abortable(granted.promise, signal);
    happened.push('turn');
    return { shouldYield: false, end: () => void happened.push('end of turn') };
  };
  const projection: Projection<RecordedEvent> = {
    model: { name: 'replaying', version: 1, migrations: {} },
    events: 'all',
    reads: 'recorded',
    batchSize: 22,
    prepare(events) {
      happened.push(`prepares ${events.length}`);
      return {};
    },
  };
  const first = model.start(projection, { takeTurn, store });
  await until(() => expect(happened).toEqual(['reads 20', 'waits']));
  await sleep(50);
  await first.stop();
  expect(happened.splice(0)).toEqual(['reads 20', 'waits']);
  model.start(projection, { takeTurn, store });
  await until(() => expect(happened).toEqual(['reads 20', 'waits']));
  granted.resolve();
  await until(() => expect(happened).toHaveLength(7));
  expect(happened).toEqual([
    'reads 20',
    'waits',
    'turn',
    'reads 22',
    'prepares 22',
    'prepares 1',
    'end of turn',
  ]);
});

it('a reactor that stops finishes the event at hand, and leaves the rest of the batch to the next leader', async ({
  log,
  model,
  happened,
}) => {
  await log.articles.publish(1);
  await log.articles.publish(2);
  const last = await log.articles.publish(3);
  const [begun, continued] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const reactor = defineReactor('reactor_slow', ['ArticlePublished'], async ({ stream }) => {
    happened.push(stream);
    begun.resolve();
    await continued.promise;
  });
  const runner = model.start(reactor);
  await begun.promise;
  const stopped = runner.stop();
  continued.resolve();
  await stopped;
  expect(happened).toEqual(['article-1']);
  expect(runner.status.failure).toBeUndefined();
  model.start(reactor);
  await model.applied(last);
  expect(happened).toEqual(['article-1', 'article-1', 'article-2', 'article-3']);
});

it('a reactor that stops waits 2 s for an event that hangs, which the next leader handles again', async ({
  log,
  model,
  happened,
}) => {
  const last = await log.articles.publish(1);
  const [begun, continued] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const reactor = defineReactor('reactor_hung', ['ArticlePublished'], async ({ stream }) => {
    happened.push(stream);
    begun.resolve();
    await continued.promise;
  });
  const runner = model.start(reactor);
  await begun.promise;
  await withTimeout(5_000, runner.stop()).finally(continued.resolve);
  expect(runner.status.failure).toBeUndefined();
  model.start(reactor);
  await model.applied(last);
  expect(happened).toEqual(['article-1', 'article-1']);
});

import { randomInt, randomUUID } from 'node:crypto';
import { createPool } from '@journal/postgres';
import { createTestDatabase, type TestDatabase, until } from '@journal/testing';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { collectEvents, readAll, sampleEvent, uniqueName } from '../contract/log.ts';
import type { EventStore, ExpectedRevision, RecordedEvent } from '../event-store.port.ts';
import { createPostgresEventStore } from './postgres-event-store.ts';

type ModelOutcome =
  | { readonly kind: 'appended' | 'known'; readonly revision: number }
  | { readonly kind: 'conflict' | 'elsewhere' };

/** A minimal model of the port's guarantees for appends: streams of IDs in memory. */
class LogModel {
  readonly streams = new Map<string, string[]>();

  append(stream: string, ids: readonly string[], expected: ExpectedRevision): ModelOutcome {
    const events = this.streams.get(stream) ?? [];
    for (const [name, others] of this.streams)
      if (name !== stream && others.some((id) => ids.includes(id))) return { kind: 'elsewhere' };
    const at = events.indexOf(ids[0] ?? '');
    if (at >= 0 && ids.every((id, index) => events[at + index] === id))
      return { kind: 'known', revision: at + ids.length - 1 };
    const isThere = ids.some((id) => events.includes(id));
    const head = events.length === 0 ? 'none' : events.length - 1;
    if (isThere || (expected !== 'any' && expected !== head)) return { kind: 'conflict' };
    this.streams.set(stream, [...events, ...ids]);
    return { kind: 'appended', revision: events.length + ids.length - 1 };
  }

  headOf(stream: string): number {
    return (this.streams.get(stream)?.length ?? 0) - 1;
  }
}

const weighted = <const Value>(...weights: readonly (readonly [Value, number])[]) =>
  fc.oneof(...weights.map(([value, weight]) => ({ arbitrary: fc.constant(value), weight })));

/** One append of a random history; its IDs and revisions depend on the appends before it. */
const randomAppend = fc.record({
  stream: fc.nat(4),
  size: weighted([1, 12], [2, 1], [3, 1], [4, 1], [5, 1]),
  expected: weighted(['right', 6], ['any', 5], ['none', 2], ['too low', 1], ['too high', 1]),
  /** New IDs, or those of an earlier append: all of them, some of them, or for another stream. */
  ids: weighted(['new', 12], ['again', 3], ['partly again', 1], ['reversed', 1], ['for another stream', 1]),
  /** Which earlier append, counted backwards. */
  back: fc.nat(6),
  store: fc.constantFrom(0, 1),
  /** Whether the same append is made twice at the same time, through both stores. */
  isDoubled: weighted([false, 7], [true, 1]),
});
type RandomAppend = ReturnType<(typeof randomAppend)['generate']>['value'];

/** Moments at which appends run concurrently, each to its own stream. */
const randomHistory = fc.array(
  fc.record({
    appends: fc.uniqueArray(randomAppend, { selector: ({ stream }) => stream, minLength: 1, maxLength: 5 }),
    dropsConnections: weighted([false, 40], [true, 1]),
  }),
  { minLength: 1, maxLength: 25 },
);
type RandomHistory = ReturnType<(typeof randomHistory)['generate']>['value'];

type Attempt = { readonly stream: string; readonly ids: readonly string[] };

type Played = {
  readonly model: LogModel;
  /** Moment at which each event was appended, by event ID. */
  readonly moments: ReadonlyMap<string, number>;
  /** Position returned for the last event of each append, by that event's ID. */
  readonly positions: ReadonlyMap<string, string>;
};

type PlayOptions = {
  readonly stores: readonly [EventStore, EventStore];
  /** Unique to this run; used in stream names and as the event type. */
  readonly run: string;
  readonly dropConnections: () => Promise<void>;
};

/** Runs a history against the stores and the model, and expects the same outcome for every append. */
async function playHistory(history: RandomHistory, options: PlayOptions): Promise<Played> {
  const model = new LogModel();
  const attempts: Attempt[] = [];
  const moments = new Map<string, number>();
  const positions = new Map<string, string>();

  async function appendAndCompare(
    append: RandomAppend,
    attempt: Attempt,
    expected: ExpectedRevision,
    outcome: ModelOutcome,
  ) {
    const events = attempt.ids.map((id) => sampleEvent(options.run, { id }, id));
    const stores = append.isDoubled ? options.stores : [options.stores[append.store]];
    const calls = stores.map((store) => store.append(attempt.stream, events, expected));
    for (const call of await Promise.allSettled(calls)) {
      switch (outcome.kind) {
        case 'appended':
        case 'known': {
          const { revision } = outcome;
          // If doubled, or retried over a lost connection, a new append may also be a repeat.
          const value = outcome.kind === 'known' ? { revision, repeated: true } : { revision };
          expect(call).toMatchObject({ status: 'fulfilled', value });
          const position = call.status === 'fulfilled' ? call.value.position : '';
          const last = attempt.ids.at(-1) ?? '';
          expect(position).toBe(positions.get(last) ?? position);
          positions.set(last, position);
          break;
        }
        case 'conflict':
          expect(call).toMatchObject({ status: 'rejected', reason: { name: 'RevisionConflict' } });
          break;
        case 'elsewhere':
          expect(call).toMatchObject({ status: 'rejected', reason: { name: 'InvalidRequest' } });
          break;
        default:
          outcome satisfies never;
      }
    }
  }

  for (const [moment, { appends, dropsConnections }] of history.entries()) {
    const before = [...attempts];
    const used = new Set<string>();
    const drops = dropsConnections ? options.dropConnections() : undefined;
    const calls = appends.map((append) => {
      const attempt = attemptOf(append, before, used, options.run);
      for (const id of attempt.ids) used.add(id);
      attempts.push(attempt);
      const expected = expectedOf(append, model.headOf(attempt.stream));
      const outcome = model.append(attempt.stream, attempt.ids, expected);
      if (outcome.kind === 'appended') for (const id of attempt.ids) moments.set(id, moment);
      return appendAndCompare(append, attempt, expected, outcome);
    });
    await Promise.all([...calls, drops]);
  }
  return { model, moments, positions };
}

function attemptOf(
  append: RandomAppend,
  before: readonly Attempt[],
  used: ReadonlySet<string>,
  run: string,
): Attempt {
  const stream = `${run}-${append.stream}`;
  const isOther = append.ids === 'for another stream';
  const candidates = before.filter((attempt) => (attempt.stream === stream) !== isOther);
  const earlier = candidates.at(-1 - (append.back % Math.max(1, candidates.length)))?.ids ?? [];
  const fresh = Array.from({ length: append.size }, () => randomUUID());
  // The outcome of two concurrent appends with the same IDs would depend on which comes first.
  if (append.ids === 'new' || earlier.length === 0 || earlier.some((id) => used.has(id)))
    return { stream, ids: fresh };
  if (append.ids === 'partly again') return { stream, ids: [...earlier.slice(-1), ...fresh] };
  return { stream, ids: append.ids === 'reversed' ? earlier.toReversed() : earlier };
}

function expectedOf({ expected }: RandomAppend, head: number): ExpectedRevision {
  switch (expected) {
    case 'none':
    case 'any':
      return expected;
    case 'right':
      return head < 0 ? 'none' : head;
    case 'too low':
      return head < 1 ? 'none' : head - 1;
    case 'too high':
      return head + 1;
    default:
      return expected satisfies never;
  }
}

const seed = randomInt(2 ** 31);
const numRuns = 40;

let database: TestDatabase;
let killer: pg.Pool;
let stores: [EventStore, EventStore];

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  killer = createPool(inject('postgresUrl'), { applicationName: 'killer', max: 1 });
  const open = () => createPostgresEventStore({ url: database.url });
  stores = [await open(), await open()];
});
afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await killer.end();
  await database.drop();
});

async function dropConnections() {
  await killer.query(
    'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
    [new URL(database.url).pathname.slice(1)],
  );
}

it(`the store behaves like the model on random histories (${numRuns} runs, seed ${seed})`, async () => {
  const property = fc.asyncProperty(randomHistory, async (history) => {
    const run = uniqueName('run');
    const after = await stores[0].head();
    const from = { types: [run], batchSize: 7, ...(after ? { after } : {}) };
    const stop = new AbortController();
    const early: RecordedEvent[] = [];
    const following = (async () => {
      for await (const { events } of stores[1].subscribe({ ...from, signal: stop.signal }))
        early.push(...events);
    })();
    const { model, moments, positions } = await playHistory(history, { stores, run, dropConnections });

    for (const [stream, ids] of model.streams) {
      const events = await readAll(stores[0].read(stream));
      expect(events.map(({ id }) => id)).toEqual(ids);
      expect(events.map(({ revision }) => revision)).toEqual(ids.map((_, revision) => revision));
    }
    const late = moments.size === 0 ? [] : await collectEvents(stores[0], from, moments.size);
    expect(new Set(late.map(({ id }) => id))).toEqual(new Set(moments.keys()));
    expect(late).toHaveLength(moments.size);
    const inOrder = late.map(({ position }) => position);
    expect(inOrder).toEqual([...new Set(inOrder)].sort());
    const inTime = late.map(({ id }) => moments.get(id) ?? -1);
    expect(inTime).toEqual(inTime.toSorted((one, other) => one - other));
    for (const { id, position } of late) expect(position).toBe(positions.get(id) ?? position);
    const last = late.at(-1)?.position;
    if (last !== undefined) expect((await stores[1].head()) ?? '').toBe(last);
    await until(() => expect(early.length).toBeGreaterThanOrEqual(late.length));
    expect(early).toEqual(late);
    stop.abort();
    await following;
  });
  await fc.assert(property, { seed, numRuns, endOnFailure: false });
}, 60_000);

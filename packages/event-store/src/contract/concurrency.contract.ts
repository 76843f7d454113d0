import { until } from '@journal/testing';
import { describe, expect, it, vi } from 'vitest';
import type { EventStore, RecordedEvent } from '../event-store.port.ts';
import { collectEvents, type Log, readAll, sampleEvent, sampleEvents, uniqueName } from './log.ts';

const writers = 12;
const appendsEach = 20;

export function describeManyWriters(log: Log): void {
  describe('many writers', () => {
    it('on shared and own streams, in two processes: each subscriber gets every event once, in order', async () => {
      const { store } = log();
      const other = await log().another();
      const type = uniqueName('Written');
      const shared = uniqueName('shared');
      const start = (await store.head()) ?? undefined;
      const from = { types: [type], batchSize: 50, ...(start ? { after: start } : {}) };
      const ids = new Set<string>();
      const progress = Promise.withResolvers<void>();

      async function write(writer: number) {
        const stores: EventStore[] = [store, other];
        const own = uniqueName('own');
        for (let count = 0; count < appendsEach; count += 1) {
          const events = sampleEvents(1 + ((writer + count) % 3), type);
          const onShared = count % 2 === 0;
          await stores[(writer + count) % 2]?.append(onShared ? shared : own, events, 'any');
          for (const { id } of events) ids.add(id);
          if (ids.size > writers * appendsEach) progress.resolve();
        }
      }

      const total = Array.from({ length: writers }, (_, writer) =>
        Array.from({ length: appendsEach }, (_count, count) => 1 + ((writer + count) % 3)),
      )
        .flat()
        .reduce((sum, size) => sum + size, 0);
      const early = collectEvents(other, from, total);
      const writing = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
      await progress.promise;
      const middle = collectEvents(store, from, total);
      await writing;
      const late = await collectEvents(store, from, total);

      expect(ids.size).toBe(total);
      expect(late.map(({ id }) => id).sort()).toEqual([...ids].sort());
      expectOrder(late);
      expect(await early).toEqual(late);
      expect(await middle).toEqual(late);
      const ofShared = late.filter(({ stream }) => stream === shared);
      expect(ofShared).toEqual(await readAll(store.read(shared)));
      await other.close();
    });

    it('with optimistic concurrency: each revision is written once, and no event is lost', async () => {
      const { store } = log();
      const other = await log().another();
      const type = uniqueName('Counted');
      const stream = uniqueName('counter');

      async function count(by: EventStore, times: number) {
        for (let done = 0; done < times; ) {
          const events = await readAll(by.read(stream));
          const expected = events.length === 0 ? 'none' : events.length - 1;
          try {
            await by.append(stream, sampleEvents(1, type), expected);
            done += 1;
          } catch (error) {
            if (!(error instanceof Error) || error.name !== 'RevisionConflict') throw error;
          }
        }
      }

      await Promise.all([count(store, 8), count(other, 8), count(store, 8), count(other, 8)]);
      const events = await readAll(store.read(stream));
      expect(events.map(({ revision }) => revision)).toEqual(Array.from({ length: 32 }, (_, index) => index));
      await other.close();
    });
  });
}

/** Expects increasing positions, and revisions without gaps in each stream. */
function expectOrder(events: readonly RecordedEvent[]): void {
  const positions = events.map(({ position }) => position);
  expect(positions).toEqual([...new Set(positions)].sort());
  const next = new Map<string, number>();
  for (const { stream, revision } of events) {
    expect(revision).toBe(next.get(stream) ?? 0);
    next.set(stream, revision + 1);
  }
}

export function describeConnections(log: Log): void {
  describe('lost connections', () => {
    it('do not end a subscription, which reports them, reconnects and misses no event', async () => {
      const { store, dropConnections } = log();
      const type = uniqueName('Written');
      const events = sampleEvents(4, type);
      const onDropped = vi.fn();
      const seen: RecordedEvent[] = [];
      let next = 0;
      for await (const batch of store.subscribe({ types: [type], onDropped })) {
        seen.push(...batch.events);
        if (seen.length === events.length) break;
        if (!batch.caughtUp || seen.length < next) continue;
        const event = events[next];
        next += 1;
        await dropConnections();
        if (event) await store.append(uniqueName('stream'), [event], 'none');
      }
      expect(seen.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
      expect(onDropped.mock.calls.length).toBeGreaterThan(0);
      expect(onDropped.mock.calls[0]?.[0]).toBeInstanceOf(Error);
    });

    it('neither lose nor duplicate the appends of concurrent writers', async () => {
      const { store, dropConnections } = log();
      const type = uniqueName('Written');
      const shared = uniqueName('shared');
      const writers = 6;
      const each = 15;
      const after = (await store.append(uniqueName('stream'), [sampleEvent('Opened')], 'none')).position;
      const following = collectEvents(store, { types: [type], after }, writers * each);
      let written = 0;

      async function write(writer: number) {
        for (let count = 0; count < each; count += 1) {
          await store.append(count % 3 ? `${shared}-${writer}` : shared, [sampleEvent(type)], 'any');
          written += 1;
          if (written % 30 === 0) await dropConnections();
        }
      }

      await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
      const seen = await following;
      expect(new Set(seen.map(({ id }) => id)).size).toBe(writers * each);
      await until(async () => expect(await readAll(store.read(shared))).toHaveLength(writers * 5));
    });

    it('are replaced for read, head and check', async () => {
      const { store, dropConnections } = log();
      const stream = uniqueName('stream');
      const { position } = await store.append(stream, [sampleEvent('Opened')], 'none');
      await dropConnections();
      await until(async () => {
        await store.check();
        expect(await store.head()).toBe(position);
        expect(await readAll(store.read(stream))).toHaveLength(1);
      });
    });
  });
}

import { describe, expect, it } from 'vitest';
import type { EventStore, RecordedEvent } from '../event-store.port.ts';
import { collectEvents, readAll } from './collect.ts';
import type { Log } from './opened-log.ts';
import { sampleEvents, uniqueName } from './samples.ts';

const writers = 12;
const appendsEach = 20;

export function describeManyWriters(log: Log): void {
  describe('many writers', () => {
    it('on one stream and on many, in two processes: every subscriber sees each event once and in order', async () => {
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

    it('that each decide on what they have read: one wins each revision, none is lost', async () => {
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

/** Positions rise, and the revisions of each stream follow each other without a gap. */
function expectOrder(events: readonly RecordedEvent[]): void {
  const positions = events.map(({ position }) => position);
  expect(positions).toEqual([...new Set(positions)].sort());
  const next = new Map<string, number>();
  for (const { stream, revision } of events) {
    expect(revision).toBe(next.get(stream) ?? 0);
    next.set(stream, revision + 1);
  }
}

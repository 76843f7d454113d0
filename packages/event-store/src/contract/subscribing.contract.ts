import { describe, expect, it } from 'vitest';
import type { RecordedEvent } from '../event-store.port.ts';
import {
  collect,
  collectEvents,
  collectUpTo,
  type Log,
  sampleEvent,
  sampleEvents,
  uniqueName,
} from './log.ts';

const idsOf = (events: readonly { id: string }[]) => events.map(({ id }) => id);

export function describeSubscribing(log: Log): void {
  describe('subscribing', () => {
    it('catches up, reports it, and continues live', async () => {
      const { store } = log();
      const type = uniqueName('Written');
      const old = sampleEvents(25, type);
      const fresh = sampleEvents(3, type);
      await store.append(uniqueName('stream'), old, 'none');
      let caughtUpAt: number | undefined;
      const seen: RecordedEvent[] = [];
      for await (const batch of store.subscribe({ types: [type], batchSize: 10 })) {
        seen.push(...batch.events);
        if (batch.caughtUp && caughtUpAt === undefined) {
          caughtUpAt = seen.length;
          for (const event of fresh) await store.append(uniqueName('stream'), [event], 'none');
        }
        if (seen.length === 28) break;
      }
      expect(caughtUpAt).toBe(25);
      expect(idsOf(seen)).toEqual(idsOf([...old, ...fresh]));
    });

    it('starts after the position of an append or of a batch, exclusive', async () => {
      const { store } = log();
      const type = uniqueName('Written');
      const events = sampleEvents(23, type);
      const positions: string[] = [];
      for (const event of events)
        positions.push((await store.append(uniqueName('stream'), [event], 'none')).position);
      for (const after of [0, 10, 21]) {
        const seen = await collectEvents(store, { types: [type], after: positions[after] ?? '' }, 22 - after);
        expect(idsOf(seen)).toEqual(idsOf(events.slice(after + 1)));
      }

      const seen: RecordedEvent[] = [];
      let after: string | undefined;
      while (seen.length < events.length) {
        const options = { types: [type], batchSize: 4, ...(after ? { after } : {}) };
        const { batches } = await collect(store, options, (collected) => collected.events.length > 0);
        seen.push(...batches.flatMap((batch) => batch.events));
        after = batches.at(-1)?.position;
      }
      expect(idsOf(seen)).toEqual(idsOf(events));
    });

    it('yields all types by default, from the beginning of the log', async () => {
      const { store } = log();
      const stream = uniqueName('stream');
      const events = [sampleEvent('Opened'), sampleEvent(uniqueName('Written')), sampleEvent('Edited')];
      const { position } = await store.append(stream, events, 'none');
      const { events: seen } = await collectUpTo(store, {}, position);
      expect(idsOf(seen.filter((event) => event.stream === stream))).toEqual(idsOf(events));
      const positions = seen.map((event) => event.position);
      expect(positions).toEqual([...new Set(positions)].sort());
    });

    it('filters by type, yields each event once even if a type is repeated, and advances past other types', async () => {
      const { store } = log();
      const stream = uniqueName('stream');
      const [wanted, alsoWanted, unwanted] = [uniqueName('A'), uniqueName('B'), uniqueName('C')];
      const events = [wanted, unwanted, alsoWanted, unwanted, wanted, unwanted].map((type) =>
        sampleEvent(type),
      );
      const { position } = await store.append(stream, events, 'none');
      const asked: [types: string[], indexes: number[]][] = [
        [
          [wanted, alsoWanted],
          [0, 2, 4],
        ],
        [
          [wanted, alsoWanted, wanted, wanted],
          [0, 2, 4],
        ],
        [[], []],
      ];
      for (const [types, indexes] of asked)
        for (const batchSize of [1, 2, 1_000]) {
          const seen = await collectUpTo(store, { types, batchSize }, position);
          expect(idsOf(seen.events)).toEqual(indexes.map((index) => events[index]?.id));
        }

      let last: string | undefined;
      for await (const batch of store.subscribe({ types: [wanted], after: position })) {
        expect(batch.events).toEqual([]);
        if (last !== undefined && batch.position >= last) break;
        if (batch.caughtUp) last ??= (await store.append(stream, [sampleEvent(unwanted)], 5)).position;
      }
    });

    it('yields batches of at most the given size, with increasing positions at or after those of their events', async () => {
      const { store } = log();
      const type = uniqueName('Written');
      for (let count = 0; count < 12; count += 1)
        await store.append(uniqueName('stream'), sampleEvents(2, type), 'none');
      const { batches } = await collect(
        store,
        { types: [type], batchSize: 5 },
        ({ events }) => events.length >= 24,
      );
      const positions = batches.map(({ position }) => position);
      expect(positions).toEqual([...positions].sort());
      expect(Math.max(...batches.map(({ events }) => events.length))).toBeLessThanOrEqual(5);
      for (const { events, position } of batches)
        for (const event of events) expect(event.position <= position).toBe(true);
    });

    it('reports that it has caught up with an idle log, even if no event matches', async () => {
      const { store } = log();
      const after = (await store.append(uniqueName('stream'), [sampleEvent('Opened')], 'none')).position;
      for (const options of [
        { after },
        { after, types: [uniqueName('Never')] },
        { types: [uniqueName('Never')] },
      ]) {
        const { batches } = await collect(
          store,
          options,
          ({ batches: all }) => all.at(-1)?.caughtUp === true,
        );
        expect((batches.at(-1)?.position ?? '') >= after).toBe(true);
      }
    });

    it('ends without an error if aborted before it starts, while it waits, or while a batch is processed', async () => {
      const { store } = log();
      const after = (await store.append(uniqueName('stream'), sampleEvents(3, 'Opened'), 'none')).position;
      const before = await collect(store, { signal: AbortSignal.abort() }, () => true);
      expect(before.batches).toEqual([]);

      const waiting = new AbortController();
      for await (const batch of store.subscribe({ after, signal: waiting.signal }))
        if (batch.caughtUp) setImmediate(() => waiting.abort());

      const working = new AbortController();
      let batches = 0;
      for await (const _ of store.subscribe({ signal: working.signal, batchSize: 1 })) {
        batches += 1;
        working.abort();
      }
      expect(batches).toBe(1);
    });

    it('ends when its store is closed', async () => {
      const other = await log().another();
      const following = collect(other, {}, ({ batches }) => {
        if (batches.at(-1)?.caughtUp) setImmediate(() => void other.close());
        return false;
      });
      expect((await following).batches.at(-1)).toMatchObject({ caughtUp: true });
      await expect(other.append(uniqueName('stream'), [sampleEvent('Opened')], 'none')).rejects.toThrow();
      await other.close();
    });
  });
}

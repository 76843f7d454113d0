import { until } from '@journal/testing';
import { describe, expect, it, vi } from 'vitest';
import type { RecordedEvent } from '../event-store.port.ts';
import { collectEvents, readAll } from './collect.ts';
import type { ConnectedLog, Log } from './opened-log.ts';
import { sampleEvent, sampleEvents, uniqueName } from './samples.ts';

export function describeConnections(log: Log<ConnectedLog>): void {
  describe('connections that drop', () => {
    it('do not end a subscription: it tells of them, comes back, and misses nothing', async () => {
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

    it('lose and double no append of many writers', async () => {
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

    it('are made again for reading, head and check', async () => {
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

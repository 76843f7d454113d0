import { beforeAll, describe, expect, it } from 'vitest';
import type { NewEvent } from '../event-store.port.ts';
import { readAll } from './collect.ts';
import type { Log } from './opened-log.ts';
import { sampleEvents, uniqueName } from './samples.ts';

export function describeReading(log: Log): void {
  describe('reading a stream', () => {
    const stream = uniqueName('stream');
    const count = 1_203;
    let events: NewEvent[];

    beforeAll(async () => {
      events = sampleEvents(count, 'Edited');
      for (let from = 0; from < count; from += 401)
        await log().store.append(stream, events.slice(from, from + 401), from === 0 ? 'none' : from - 1);
    });

    it('gives nothing where there is no such stream', async () => {
      expect(await readAll(log().store.read(uniqueName('stream')))).toEqual([]);
    });

    it('gives all events in order, with everything they were given', async () => {
      const recorded = await readAll(log().store.read(stream));
      expect(recorded).toHaveLength(count);
      for (const [revision, event] of recorded.entries())
        expect(event).toEqual({ ...events[revision], stream, revision, position: event.position });
      const positions = recorded.map(({ position }) => position);
      expect(positions).toEqual([...new Set(positions)].sort());
    });

    it.for([
      { from: 0, limit: 1 },
      { from: 1_200 },
      { from: 1_202, limit: 5 },
      { from: 1_203 },
      { from: 5_000, limit: 2 },
      { limit: 0 },
      { limit: 700 },
      { from: 300, limit: 603 },
    ])('begins and ends where it is told: %o', async (options) => {
      const recorded = await readAll(log().store.read(stream, options));
      const from = options.from ?? 0;
      const expected = events.slice(from, from + (options.limit ?? count));
      expect(recorded.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      expect(recorded.map(({ revision }) => revision)).toEqual(expected.map((_, index) => from + index));
    });

    it('stops when its reader does', async () => {
      let read = 0;
      for await (const _ of log().store.read(stream)) {
        read += 1;
        if (read === 3) break;
      }
      expect(read).toBe(3);
    });
  });
}

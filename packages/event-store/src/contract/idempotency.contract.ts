import { beforeEach, describe, expect, it } from 'vitest';
import {
  type AppendResult,
  type ExpectedRevision,
  type NewEvent,
  RevisionConflict,
} from '../event-store.port.ts';
import { readAll } from './collect.ts';
import type { Log } from './opened-log.ts';
import { sampleEvent, sampleEvents, uniqueName } from './samples.ts';

export function describeIdempotency(log: Log): void {
  describe('repeating an append', () => {
    let stream: string;
    let events: NewEvent[];
    let first: AppendResult;
    let again: AppendResult;

    /** Four events at 0 to 3: the two that come again are the middle ones. */
    beforeEach(async () => {
      const { store } = log();
      stream = uniqueName('stream');
      events = sampleEvents(2, 'Edited');
      await store.append(stream, [sampleEvent('Opened')], 'none');
      first = await store.append(stream, events, 0);
      expect(first.repeated).toBe(false);
      again = { ...first, repeated: true };
    });

    it('returns the first result, marked as repeated', async () => {
      const { store } = log();
      expect(await store.append(stream, events, 0)).toEqual(again);
      expect(await readAll(store.read(stream))).toHaveLength(3);
    });

    it.for<ExpectedRevision>(['none', 0, 1, 2, 3, 7])(
      'returns the first result, whatever is expected and written since: %s',
      async (expected) => {
        const { store } = log();
        await store.append(stream, [sampleEvent('Edited')], 2);
        expect(await store.append(stream, events, expected)).toEqual(again);
        expect(await readAll(store.read(stream))).toHaveLength(4);
      },
    );

    it('returns the first result with the expected revision "any"', async () => {
      const { store } = log();
      const event = sampleEvent('Edited');
      const result = await store.append(stream, [event], 'any');
      expect(result.repeated).toBe(false);
      expect(await store.append(stream, [event], 'any')).toEqual({ ...result, repeated: true });
      expect(await readAll(store.read(stream))).toHaveLength(4);
    });

    it('returns the first result from a store that has not seen the first append', async () => {
      const other = await log().another();
      expect(await other.append(stream, events, 0)).toEqual(again);
      expect(await other.append(stream, events, 2)).toEqual(again);
      await other.close();
      expect(await readAll(log().store.read(stream))).toHaveLength(3);
    });

    it('writes once when the same append runs many times concurrently', async () => {
      const { store } = log();
      const other = await log().another();
      const more = sampleEvents(2, 'Edited');
      const results = await Promise.all(
        Array.from({ length: 12 }, (_, index) => (index % 2 ? store : other).append(stream, more, 2)),
      );
      for (const result of results)
        expect({ ...result, repeated: false }).toEqual({ ...results[0], repeated: false });
      expect(results.filter(({ repeated }) => !repeated)).toHaveLength(1);
      expect(await readAll(store.read(stream))).toHaveLength(5);
      await other.close();
    });

    it('is a conflict if only some of the events are there, or in another order', async () => {
      const { store } = log();
      const more = [...events, sampleEvent('Edited')];
      await expect(store.append(stream, more, 0)).rejects.toBeInstanceOf(RevisionConflict);
      const reversed = events.toReversed();
      await expect(store.append(stream, reversed, 0)).rejects.toBeInstanceOf(RevisionConflict);
      expect(await readAll(store.read(stream))).toHaveLength(3);
    });

    it('returns the result of a part that is repeated alone', async () => {
      const { store } = log();
      expect(await store.append(stream, events.slice(1), 1)).toEqual(again);
      expect(await readAll(store.read(stream))).toHaveLength(3);
    });
  });
}

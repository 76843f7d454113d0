import { beforeEach, describe, expect, it } from 'vitest';
import {
  type AppendResult,
  type ExpectedRevision,
  type NewEvent,
  RevisionConflict,
} from '../event-store.port.ts';
import { type Log, readAll, sampleEvent, sampleEvents, uniqueName } from './log.ts';

export function describeAppending(log: Log): void {
  describe('appending', () => {
    it.for<[existing: number, expected: ExpectedRevision, isAppended: boolean]>([
      [0, 'none', true],
      [0, 'any', true],
      [0, 0, false],
      [2, 'none', false],
      [2, 'any', true],
      [2, 0, false],
      [2, 1, true],
      [2, 2, false],
      [2, 3, false],
    ])(
      'to a stream of %i events, expecting %s, is accepted: %s',
      async ([existing, expected, isAppended]) => {
        const { store } = log();
        const stream = uniqueName('stream');
        const before = sampleEvents(existing, 'Opened');
        if (existing > 0) await store.append(stream, before, 'none');
        const events = sampleEvents(3, 'Edited');
        const outcome = await store.append(stream, events, expected).catch((error: unknown) => error);
        const recorded = await readAll(store.read(stream));
        expect(recorded.map(({ id, revision }) => ({ id, revision }))).toEqual(
          [...before, ...(isAppended ? events : [])].map(({ id }, revision) => ({ id, revision })),
        );
        if (isAppended) {
          const { revision, position } = recorded.at(-1) ?? expect.fail();
          expect(outcome).toEqual({ revision, position, repeated: false });
        } else {
          expect(outcome).toBeInstanceOf(RevisionConflict);
          expect(outcome).toMatchObject({ stream, expected });
        }
      },
    );

    it('assigns increasing positions that compare as strings, and returns the last one as the head', async () => {
      const { store } = log();
      const positions: string[] = [];
      for (let count = 0; count < 20; count += 1)
        positions.push(
          (await store.append(uniqueName('stream'), sampleEvents(2, 'Opened'), 'none')).position,
        );
      expect(positions).toEqual([...positions].sort());
      expect(new Set(positions).size).toBe(positions.length);
      expect(await store.head()).toBe(positions.at(-1));
    });

    it('lets exactly one of 20 concurrent appends with the same expected revision succeed', async () => {
      const { store } = log();
      const other = await log().another();
      const stream = uniqueName('stream');
      await store.append(stream, [sampleEvent('Opened')], 'none');
      const attempts = await Promise.allSettled(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 ? store : other).append(stream, [sampleEvent('Edited', { index })], 0),
        ),
      );
      const lost = attempts.filter(({ status }) => status === 'rejected');
      expect(lost).toHaveLength(19);
      for (const attempt of lost) expect(attempt).toMatchObject({ reason: { name: 'RevisionConflict' } });
      expect(await readAll(store.read(stream))).toHaveLength(2);
      await other.close();
    });

    it('keeps the call order of concurrent appends to a stream', async () => {
      const { store } = log();
      const stream = uniqueName('stream');
      const events = sampleEvents(30, 'Edited');
      const results = await Promise.all(events.map((event) => store.append(stream, [event], 'any')));
      expect(results.map(({ revision }) => revision)).toEqual(events.map((_, index) => index));
      expect((await readAll(store.read(stream))).map(({ id }) => id)).toEqual(events.map(({ id }) => id));
    });
  });
}

export function describeIdempotency(log: Log): void {
  describe('repeating an append', () => {
    let stream: string;
    let events: NewEvent[];
    let first: AppendResult;
    let again: AppendResult;

    /** Four events, revisions 0 to 3: the tests repeat the middle two. */
    beforeEach(async () => {
      const { store } = log();
      stream = uniqueName('stream');
      events = sampleEvents(2, 'Edited');
      await store.append(stream, [sampleEvent('Opened')], 'none');
      first = await store.append(stream, events, 0);
      expect(first.repeated).toBe(false);
      again = { ...first, repeated: true };
    });

    it.for<ExpectedRevision>(['none', 0, 1, 2, 3, 7])(
      'returns the first result as repeated, from any process and after later appends, if it expects %s',
      async (expected) => {
        const { store } = log();
        const other = await log().another();
        expect(await store.append(stream, events, 0)).toEqual(again);
        expect(await other.append(stream, events, expected)).toEqual(again);
        await store.append(stream, [sampleEvent('Edited')], 2);
        expect(await store.append(stream, events, expected)).toEqual(again);
        expect(await readAll(store.read(stream))).toHaveLength(4);
        await other.close();
      },
    );

    it('returns the first result of an append that expected any revision', async () => {
      const { store } = log();
      const event = sampleEvent('Edited');
      const result = await store.append(stream, [event], 'any');
      expect(result.repeated).toBe(false);
      expect(await store.append(stream, [event], 'any')).toEqual({ ...result, repeated: true });
      expect(await readAll(store.read(stream))).toHaveLength(4);
    });

    it('writes once if the same append runs many times concurrently', async () => {
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

    it('conflicts if events are added or reordered, but not if only the last ones are repeated', async () => {
      const { store } = log();
      for (const wrong of [[...events, sampleEvent('Edited')], events.toReversed()])
        await expect(store.append(stream, wrong, 0)).rejects.toBeInstanceOf(RevisionConflict);
      expect(await store.append(stream, events.slice(1), 1)).toEqual(again);
      expect(await readAll(store.read(stream))).toHaveLength(3);
    });
  });
}

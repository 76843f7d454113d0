import { describe, expect, it } from 'vitest';
import { RevisionConflict } from '../event-store.port.ts';
import { readAll } from './collect.ts';
import type { Log } from './opened-log.ts';
import { sampleEvent, sampleEvents, uniqueName } from './samples.ts';

export function describeAppending(log: Log): void {
  describe('appending', () => {
    it('begins a stream that is not there, once', async () => {
      const { store } = log();
      const stream = uniqueName('stream');
      const first = sampleEvent('Opened');
      expect(await store.append(stream, [first], 'none')).toMatchObject({ revision: 0 });
      const second = store.append(stream, [sampleEvent('Opened')], 'none');
      await expect(second).rejects.toBeInstanceOf(RevisionConflict);
      await expect(second).rejects.toMatchObject({ stream, expected: 'none' });
      expect((await readAll(store.read(stream))).map(({ id }) => id)).toEqual([first.id]);
    });

    it('continues a stream that is at the expected revision', async () => {
      const { store } = log();
      const stream = uniqueName('stream');
      await store.append(stream, sampleEvents(2, 'Opened'), 'none');
      expect(await store.append(stream, [sampleEvent('Edited')], 1)).toMatchObject({ revision: 2 });
      expect(await store.append(stream, [sampleEvent('Edited')], 2)).toMatchObject({ revision: 3 });
    });

    it.for([0, 2, 3])('refuses a revision that is not the last: %i of 1', async (expected) => {
      const { store } = log();
      const stream = uniqueName('stream');
      await store.append(stream, sampleEvents(2, 'Opened'), 'none');
      const append = store.append(stream, sampleEvents(2, 'Edited'), expected);
      await expect(append).rejects.toBeInstanceOf(RevisionConflict);
      await expect(append).rejects.toMatchObject({ stream, expected });
      expect(await readAll(store.read(stream))).toHaveLength(2);
    });

    it('refuses a revision of a stream that is not there', async () => {
      const { store } = log();
      const stream = uniqueName('stream');
      await expect(store.append(stream, [sampleEvent('Edited')], 0)).rejects.toBeInstanceOf(RevisionConflict);
      expect(await readAll(store.read(stream))).toEqual([]);
    });

    it('does not mind where any revision will do', async () => {
      const { store } = log();
      const stream = uniqueName('stream');
      expect(await store.append(stream, [sampleEvent('Opened')], 'any')).toMatchObject({ revision: 0 });
      expect(await store.append(stream, [sampleEvent('Edited')], 'any')).toMatchObject({ revision: 1 });
    });

    it('gives several events following revisions and tells of the last', async () => {
      const { store } = log();
      const stream = uniqueName('stream');
      const events = sampleEvents(5, 'Opened');
      const result = await store.append(stream, events, 'none');
      const recorded = await readAll(store.read(stream));
      expect(recorded.map(({ id, revision }) => ({ id, revision }))).toEqual(
        events.map(({ id }, revision) => ({ id, revision })),
      );
      const { revision, position } = result;
      expect(recorded.at(-1)).toMatchObject({ revision, position });
    });

    it('gives positions that only grow and compare as text', async () => {
      const { store } = log();
      const positions: string[] = [];
      for (let count = 0; count < 20; count += 1)
        positions.push(
          (await store.append(uniqueName('stream'), sampleEvents(2, 'Opened'), 'none')).position,
        );
      expect(positions).toEqual([...positions].sort());
      expect(new Set(positions).size).toBe(positions.length);
    });

    it('knows the position of the last event', async () => {
      const { store } = log();
      const { position } = await store.append(uniqueName('stream'), [sampleEvent('Opened')], 'none');
      expect(await store.head()).toBe(position);
    });

    it('lets one of many win where all expect the same', async () => {
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

    it('keeps the order of calls within a stream', async () => {
      const { store } = log();
      const stream = uniqueName('stream');
      const events = sampleEvents(30, 'Edited');
      const results = await Promise.all(events.map((event) => store.append(stream, [event], 'any')));
      expect(results.map(({ revision }) => revision)).toEqual(events.map((_, index) => index));
      expect((await readAll(store.read(stream))).map(({ id }) => id)).toEqual(events.map(({ id }) => id));
    });
  });
}

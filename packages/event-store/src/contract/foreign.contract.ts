import { isForeign } from '@journal/events';
import { describe, expect, it } from 'vitest';
import { type NewEvent, RevisionConflict } from '../event-store.port.ts';
import { withoutForeignEvents } from '../without-foreign-events.ts';
import { collectUpTo, type ForeignEvent, type Log, readAll, sampleEvent, uniqueName } from './log.ts';

export function describeForeignEvents(log: Log): void {
  describe('foreign events', () => {
    it('are read and delivered as foreign, and so are the journal’s events after them', async () => {
      const { store, writeForeign } = log();
      const type = uniqueName('Written');
      const stream = uniqueName('stream');
      const before = await store.append(uniqueName('before'), [sampleEvent(type)], 'none');
      const foreign: readonly ForeignEvent[] = [
        { type, data: { title: 'Without metadata' } },
        { type: uniqueName('Unknown'), data: Buffer.from([0, 255, 1]), metadata: Buffer.from([255, 0]) },
        { type, data: {}, metadata: { $correlationId: 'theirs', at: 1, actor: 'me' } },
      ];
      await writeForeign(stream, foreign);
      const own = sampleEvent(type);
      const { position } = await store.append(stream, [own], 'any');
      const after = { after: before.position };
      const { events } = await collectUpTo(store, after, position);
      const seen = events.filter((event) => event.stream === stream);
      expect(seen.map(isForeign)).toEqual([true, true, true, false]);
      for (const { data, metadata } of seen) {
        expect(data).toEqual(expect.any(Object));
        expect(metadata).toEqual(expect.any(Object));
      }
      expect(seen.at(-1)).toMatchObject({ ...own, revision: 3 });
      expect(await readAll(store.read(stream))).toEqual(seen);
      const ofType = await collectUpTo(store, { ...after, types: [type] }, position);
      expect(ofType.events).toHaveLength(3);
    });

    it('are skipped by withoutForeignEvents, and appends to the stream continue after them', async () => {
      const { store: engine, writeForeign } = log();
      const store = withoutForeignEvents(engine);
      const [type, stream] = [uniqueName('Written'), uniqueName('stream')];
      const theirs = { type, data: { title: 'Theirs' } };
      const [first, second, third, fourth] = [1, 2, 3, 4].map(() => sampleEvent(type)) as [
        ...[NewEvent, NewEvent, NewEvent, NewEvent],
      ];
      await writeForeign(stream, [theirs]);
      expect(await readAll(store.read(stream))).toEqual([]);
      expect(await store.append(stream, [first], 'none')).toMatchObject({ revision: 1 });
      await writeForeign(stream, [theirs, theirs]);
      const appended = await store.append(stream, [second, third], 1);
      expect(appended).toMatchObject({ revision: 5, repeated: false });
      expect(await store.append(stream, [second, third], 1)).toEqual({ ...appended, repeated: true });
      for (const stale of ['none', 1, 3] as const)
        await expect(store.append(stream, [fourth], stale)).rejects.toThrow(RevisionConflict);
      await store.append(stream, [fourth], 5);
      const places = (await readAll(store.read(stream))).map(({ id, revision, metadata }) => [
        ...[id, revision, metadata.previousRevision],
      ]);
      expect(places).toEqual([
        [first.id, 1, -1],
        [second.id, 4, 1],
        [third.id, 5, undefined],
        [fourth.id, 6, undefined],
      ]);
      const some = await readAll(store.read(stream, { from: 2, limit: 2 }));
      expect(some.map(({ id }) => id)).toEqual([second.id, third.id]);
    });
  });
}

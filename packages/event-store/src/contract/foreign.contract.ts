import { isForeign } from '@journal/events';
import { describe, expect, it } from 'vitest';
import { collectUpTo, type ForeignEvent, type Log, readAll, sampleEvent, uniqueName } from './log.ts';

export function describeForeignEvents(log: Log): void {
  describe('events that somebody else wrote', () => {
    it('are read as what they are, and those after them too', async () => {
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
  });
}

import { beforeEach, describe, expect, it } from 'vitest';
import { batches, type SearchCalls, sampleDocument } from './opened-search.ts';

export function describeChanging({ ids, hits, change, fill, state, opened }: SearchCalls): void {
  describe('a change', () => {
    beforeEach(() =>
      fill([
        { id: 1, title: 'Lanterns', authorName: 'Wanda Zielinski', authorAge: 15 },
        { id: 2, title: 'Kites', content: 'Lanterns too.' },
      ]),
    );

    it('adds, replaces and deletes', async () => {
      await change([{ id: 3, title: 'Lantern light' }]);
      expect((await ids('lantern')).toSorted()).toEqual([1, 2, 3]);
      await change([{ id: 1, title: 'Candles', authorName: 'Wanda Zielinski' }], [3]);
      expect([await ids('lantern'), await ids('candle'), await ids('zielinski')]).toEqual([[2], [1], [1]]);
      await change([{ id: 3, title: 'Lantern light' }], [2]);
      expect(await ids('lantern')).toEqual([3]);
    });

    it('applied twice is applied once', async () => {
      for (let times = 0; times < 2; times++) await change([{ id: 3, title: 'Lanterns' }], [2, 99]);
      expect([await ids('lanterns'), await state()]).toEqual([[3, 1], { kind: 'built', documents: 2 }]);
    });

    it('of nothing changes nothing', async () => {
      await change([], []);
      expect(await ids('lantern')).toEqual([1, 2]);
    });

    it('that erases a writer leaves no name, and a word that is nowhere else finds nothing', async () => {
      await change([{ id: 1, title: 'Lanterns' }]);
      expect([await ids('zielinski'), await ids('wanda'), await ids('lantern')]).toEqual([[], [], [1, 2]]);
      expect((await hits('lanterns', 1))[0]).toMatchObject({ authorName: null, authorAge: null });
    });

    it('is seen by every process', async () => {
      const other = opened().another();
      other.start();
      expect(await ids('meadow', 1, 0, other)).toEqual([]);
      await change([{ id: 4, title: 'Meadows' }]);
      expect(await ids('meadpw', 1, 0, other)).toEqual([4]);
      await other.close();
    });
  });

  describe('a build', () => {
    it('takes the place of what was there, whole', async () => {
      await fill([{ id: 1, title: 'Old thing' }]);
      await fill([
        { id: 2, title: 'New thing' },
        { id: 3, title: 'Another' },
      ]);
      expect([await ids('old'), await ids('thing'), await ids('another')]).toEqual([[], [2], [3]]);
      expect(await state()).toEqual({ kind: 'built', documents: 2 });
    });

    it('of nothing leaves an empty index', async () => {
      await fill([{ id: 1, title: 'Old thing' }]);
      await fill([]);
      expect([await ids('old'), await state()]).toEqual([[], { kind: 'built', documents: 0 }]);
      await change([{ id: 2, title: 'First again' }]);
      expect(await ids('first')).toEqual([2]);
    });

    it('answers from what was there until the new one is whole, and never with nothing', async () => {
      await fill([{ id: 1, title: 'Lanterns' }]);
      let isOver = false;
      const answers: number[][] = [];
      const asking = (async () => {
        while (!isOver) answers.push(await ids('lanterns'));
      })();
      const documents = Array.from({ length: 800 }, (_none, place) =>
        sampleDocument({ id: place + 1, title: place === 0 ? 'Lanterns' : `Filler ${place}` }),
      );
      await opened().index.build(
        batches(documents, 100),
        async (swap) => swap(),
        new AbortController().signal,
      );
      isOver = true;
      await asking;
      expect(answers.length).toBeGreaterThan(0);
      expect(answers.every((found) => found[0] === 1)).toBe(true);
      expect(await ids('filler 799')).toEqual([800]);
    });

    it.each([
      ['it is not to be published', async () => Promise.reject(new Error('refused')), undefined],
      ['it is stopped', undefined, AbortSignal.abort(new Error('stopped'))],
    ])('leaves the live index where %s', async (_why, publish, signal) => {
      await fill([{ id: 1, title: 'Lanterns' }]);
      await expect(fill([{ id: 2, title: 'Kites' }], publish, signal)).rejects.toThrow(/refused|stopped/);
      expect([await ids('lanterns'), await ids('kites')]).toEqual([[1], []]);
      await fill([{ id: 2, title: 'Kites' }]);
      expect([await ids('lanterns'), await ids('kites')]).toEqual([[], [2]]);
    });
  });
}

import { beforeEach, describe, expect, it } from 'vitest';
import { type Search, sampleDocument } from './opened-search.ts';
import { batches, searchCalls } from './search-calls.ts';

export function describeChanging(search: Search): void {
  const { ids, change, fill } = searchCalls(search);
  const never = new AbortController().signal;

  describe('a change', () => {
    beforeEach(() =>
      fill([
        { id: 1, title: 'Lanterns', authorName: 'Wanda Zielinski', authorAge: 15 },
        { id: 2, title: 'Kites', content: 'Lanterns too.' },
      ]),
    );

    it('adds, replaces and takes away', async () => {
      await change([sampleDocument({ id: 3, title: 'Lantern light' })]);
      expect(await ids('lantern')).toEqual([3, 1, 2]);
      await change([sampleDocument({ id: 1, title: 'Candles', authorName: 'Wanda Zielinski' })], [3]);
      expect([await ids('lantern'), await ids('candle'), await ids('zielinski')]).toEqual([[2], [1], [1]]);
      await change([sampleDocument({ id: 3, title: 'Lantern light' })], [2]);
      expect(await ids('lantern')).toEqual([3]);
    });

    it('made twice is made once', async () => {
      for (let times = 0; times < 2; times++)
        await change([sampleDocument({ id: 3, title: 'Lantern light' })], [2, 99]);
      expect(await ids('lantern')).toEqual([3, 1]);
    });

    it('of nothing changes nothing', async () => {
      await change([], []);
      expect(await ids('lantern')).toEqual([1, 2]);
    });

    it('of a person who has been forgotten leaves no name, and a word that is nowhere else finds nothing', async () => {
      await change([sampleDocument({ id: 1, title: 'Lanterns' })]);
      expect([await ids('zielinski'), await ids('wanda'), await ids('lantern')]).toEqual([[], [], [1, 2]]);
      const [hit] = await search().engine.search({ text: 'lanterns', limit: 1, offset: 0 });
      expect(hit).toMatchObject({ authorName: null, authorAge: null });
    });

    it('is seen by every process that is told of it', async () => {
      const other = search().another();
      other.start();
      expect((await other.search({ text: 'meadow', limit: 1, offset: 0 })).length).toBe(0);
      await change([sampleDocument({ id: 4, title: 'Meadows' })]);
      other.indexChanged();
      expect((await other.search({ text: 'meadpw', limit: 1, offset: 0 })).map(({ id }) => id)).toEqual([4]);
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
      expect(await search().index.state(search().pool)).toBe('whole');
    });

    it('of nothing leaves an empty index', async () => {
      await fill([{ id: 1, title: 'Old thing' }]);
      await fill([]);
      expect(await ids('old')).toEqual([]);
      expect(await search().index.state(search().pool)).toBe('empty');
      await change([sampleDocument({ id: 2, title: 'First again' })]);
      expect(await ids('first')).toEqual([2]);
    });

    it('answers from what was there until the new one is whole, and never with nothing', async () => {
      await fill([{ id: 1, title: 'Lanterns' }]);
      const { index, pool, engine } = search();
      let isOver = false;
      const answers: number[][] = [];
      const asking = (async () => {
        while (!isOver) answers.push(await ids('lanterns'));
      })();
      const documents = Array.from({ length: 800 }, (_none, place) =>
        sampleDocument({ id: place + 1, title: place === 0 ? 'Lanterns' : `Filler ${place}` }),
      );
      await index.build(pool, batches(documents, 100), async () => {}, never);
      engine.indexChanged();
      isOver = true;
      await asking;
      expect(answers.length).toBeGreaterThan(0);
      expect(answers.every((found) => found[0] === 1)).toBe(true);
      expect(await ids('filler 799')).toEqual([800]);
    });

    it.each([
      ['the swap is refused', async () => Promise.reject(new Error('refused')), never],
      ['it is stopped', async () => {}, AbortSignal.abort(new Error('stopped'))],
    ])('leaves the live index where %s', async (_why, swapping, signal) => {
      await fill([{ id: 1, title: 'Lanterns' }]);
      const { index, pool, engine } = search();
      const building = index.build(
        pool,
        batches([sampleDocument({ id: 2, title: 'Kites' })]),
        swapping,
        signal,
      );
      await expect(building).rejects.toThrow(/refused|stopped/);
      engine.indexChanged();
      expect([await ids('lanterns'), await ids('kites')]).toEqual([[1], []]);
      await fill([{ id: 2, title: 'Kites' }]);
      expect([await ids('lanterns'), await ids('kites')]).toEqual([[], [2]]);
    });
  });
}

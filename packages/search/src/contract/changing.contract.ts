import { expect, it } from 'vitest';
import { batches, type SearchCalls, sampleDocument } from './opened-search.ts';

export function describeChanging({ ids, hits, change, fill, state, opened }: SearchCalls): void {
  const wanda = { authorName: 'Wanda Zielinski', authorAge: 15 };

  it('a change adds, replaces and deletes for every process, once however often it is applied', async () => {
    await fill([
      { id: 1, title: 'Lanterns', ...wanda },
      { id: 2, title: 'Kites', content: 'Lanterns too.' },
    ]);
    const other = opened().another();
    other.start();
    expect(await ids('meadow', 1, 0, other)).toEqual([]);
    for (let times = 0; times < 2; times++) await change([{ id: 3, title: 'Meadow light' }], [2, 99]);
    expect([await ids('meadpw', 5, 0, other), await ids('lanterns'), await state()]).toEqual([
      [3],
      [1],
      { kind: 'built', documents: 2 },
    ]);
    await other.close();
    await change([{ id: 1, title: 'Candles', ...wanda }], [3]);
    await change([], []);
    expect([await ids('lantern'), await ids('candle'), await ids('meadow')]).toEqual([[], [1], []]);
    await change([{ id: 3, title: 'Candlelight' }]);
    expect(await ids('candle')).toEqual([3, 1]);
  });

  it('a change that erases a writer leaves no name, and a word that is nowhere else finds nothing', async () => {
    await fill([{ id: 1, title: 'Lanterns', ...wanda }]);
    expect(await ids('zielinski')).toEqual([1]);
    await change([{ id: 1, title: 'Lanterns' }]);
    expect([await ids('zielinski'), await ids('wanda')]).toEqual([[], []]);
    expect(await hits('lantern')).toMatchObject([{ id: 1, authorName: null, authorAge: null }]);
  });

  it('a build takes the place of what was there, be it of nothing', async () => {
    await fill([{ id: 1, title: 'Old thing' }]);
    await fill([
      { id: 2, title: 'New thing' },
      { id: 3, title: 'Another' },
    ]);
    expect([await ids('old'), await ids('thing'), await ids('another')]).toEqual([[], [2], [3]]);
    expect(await state()).toEqual({ kind: 'built', documents: 2 });
    await fill([]);
    expect([await ids('thing'), await state()]).toEqual([[], { kind: 'built', documents: 0 }]);
    await change([{ id: 2, title: 'First again' }]);
    expect(await ids('first')).toEqual([2]);
  });

  it('the live index answers until a new one is whole', async () => {
    await fill([{ id: 1, title: 'Lanterns' }]);
    let isOver = false;
    const answers: number[][] = [];
    const asking = (async () => {
      while (!isOver) answers.push(await ids('lanterns'));
    })();
    const documents = Array.from({ length: 800 }, (_none, place) =>
      sampleDocument({ id: place + 1, title: place === 0 ? 'Lanterns' : `Filler ${place}` }),
    );
    const { index } = opened();
    await index.build(batches(documents, 100), (swap) => swap(), new AbortController().signal);
    isOver = true;
    await asking;
    expect(answers.length).toBeGreaterThan(0);
    expect(answers.every((found) => found[0] === 1)).toBe(true);
    expect(await ids('filler 799')).toEqual([800]);
  });

  it.each([
    ['is not to be published', async () => Promise.reject(new Error('refused')), undefined],
    ['is stopped', undefined, AbortSignal.abort(new Error('stopped'))],
  ])('a build that %s leaves the live index', async (_why, publish, signal) => {
    await fill([{ id: 1, title: 'Lanterns' }]);
    await expect(fill([{ id: 2, title: 'Kites' }], publish, signal)).rejects.toThrow(/refused|stopped/);
    expect([await ids('lanterns'), await ids('kites')]).toEqual([[1], []]);
    await fill([{ id: 2, title: 'Kites' }]);
    expect([await ids('lanterns'), await ids('kites')]).toEqual([[], [2]]);
  });
}

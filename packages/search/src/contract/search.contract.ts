import { stat } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { batches, createCorpus } from '../quality/corpus.ts';
import { measure } from '../quality/measure.ts';
import { createQueries, exactKinds, type QueryKind, typoKinds } from '../quality/queries.ts';
import { describeFinding } from './finding.contract.ts';
import { type OpenedSearch, type SearchCalls, sampleDocument, useSearch } from './opened-search.ts';

/**
 * Registers the contract tests of an adapter. `beyond`: kinds of queries, beyond those required of every adapter, that
 * this one answers equally well.
 */
export function describeSearchContract(
  name: string,
  open: () => Promise<OpenedSearch>,
  beyond: readonly QueryKind[] = [],
): void {
  describe(`search contract: ${name}`, () => {
    const calls = useSearch(open);
    describeFinding(calls);
    describeRanking(calls);
    describeChanging(calls);

    it('ranks the right article among the first five for hundreds of queries over 1,000 articles', async () => {
      const articles = [...createCorpus({ articles: 1_000, seed: 11 })];
      await calls.fill(articles);
      const queries = createQueries(articles, { seed: 11, each: 20 });
      const { quality, misses } = await measure(calls.opened().engine, queries);
      expect(quality(exactKinds).recallAtFive, JSON.stringify(misses)).toBe(1);
      for (const kinds of beyond.length > 0 ? [typoKinds, beyond] : [typoKinds]) {
        expect(quality(kinds).queries).toBeGreaterThanOrEqual(100);
        expect(quality(kinds).recallAtFive, JSON.stringify(misses)).toBeGreaterThanOrEqual(0.97);
        expect(quality(kinds).meanReciprocalRank).toBeGreaterThanOrEqual(0.9);
      }
    }, 120_000);
  });
}

function describeRanking({ ids, hits, fill }: SearchCalls): void {
  describe('ranking', () => {
    it('orders by number of typos, then by field, then whole words before prefixes, then newer before older', async () => {
      await fill([
        { id: 1, title: 'Rivers' },
        { id: 2, title: 'River' },
        { id: 3, title: 'Of water', authorName: 'Lena River' },
        { id: 4, title: 'Of fish', content: 'They swim in the river.' },
        { id: 5, title: 'Of boats', excerpt: 'Down the river' },
        { id: 6, title: 'Rover' },
        { id: 7, title: 'River' },
        { id: 9, title: 'A form', content: 'To be filled in.' },
        { id: 10, title: 'A letter from far away' },
      ]);
      const all = await ids('river', 20);
      expect(all).toEqual([7, 2, 1, 3, 5, 4, 6]);
      const pages = [await ids('river', 3), await ids('river', 3, 3), await ids('river', 3, 6)];
      expect([pages.flat(), await ids('river', 3, 7)]).toEqual([all, []]);
      expect((await ids('rover', 1))[0]).toBe(6);
      // Both are words, one typo apart.
      expect([await ids('from'), await ids('form')]).toEqual([
        [10, 9],
        [9, 10],
      ]);
    });

    it('puts a word before the same word split by a space', async () => {
      await fill([
        { id: 1, title: 'A windmill' },
        { id: 2, title: 'The wind mill' },
      ]);
      expect((await ids('windmill'))[0]).toBe(1);
    });

    it('finds a word with a typo, and not the many titles that match the query split in two', async () => {
      const pieces = Array.from({ length: 60 }, (_none, index) => ({ id: index + 2, title: 'Every map' }));
      await fill([{ id: 1, title: 'Homework', content: 'The exam is over.' }, ...pieces]);
      expect(await ids('exma')).toEqual([1]);
    });

    it('puts newer titles first among 1,500 documents, titles before texts, and finds rare combinations of words', async () => {
      const many = Array.from({ length: 1_500 }, (_none, index) => ({
        id: index + 1,
        title: index % 3 ? `Common words number ${index}` : `Other number ${index}`,
        content: index % 2 ? 'It is common to write about weather.' : 'Nobody writes about oceans.',
        authorName: `Writer ${index % 40}`,
      }));
      await fill([...many, { id: 2_000, title: 'Weather report' }, { id: 1_999, title: 'Whether or not' }]);
      expect(await ids('common')).toEqual([1500, 1499, 1497, 1496, 1494]);
      const weather = await ids('weather', 100);
      expect([weather[0], weather.length]).toEqual([2000, 100]);
      expect(await ids('weather report')).toEqual([2000]);
      expect((await ids('common oceans', 3)).length).toBe(3);
      expect(await hits('number 1312 common')).toEqual([
        {
          id: 1313,
          title: 'Common words number 1312',
          excerpt: '…',
          cover: 'auto',
          section: 'view',
          authorName: 'Writer 32',
          authorAge: null,
          createdAt: '2026-01-01T21:53:00.000Z',
        },
      ]);
    });
  });
}

function describeChanging({ ids, hits, change, fill, state, opened }: SearchCalls): void {
  const wanda = { authorName: 'Wanda Zielinski', authorAge: 15 };

  it('a change adds, replaces and deletes documents for every process, and can be applied repeatedly', async () => {
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

  it('a change whose sender was replaced while preparing it is not applied', async () => {
    await fill([{ id: 1, title: 'The newer harbour' }]);
    const sender = new AbortController();
    const changing = change([{ id: 1, title: 'The older harbour' }], [], sender.signal);
    sender.abort(new Error('replaced'));
    await expect(changing).rejects.toThrow('replaced');
    expect((await hits('harbour')).map(({ title }) => title)).toEqual(['The newer harbour']);
  });

  it('a change whose sender was suspended, and replaced, while preparing it is not applied', async () => {
    await fill([{ id: 1, title: 'The newer harbour' }]);
    const sender = new AbortController();
    const older = [{ id: 1, title: 'The older harbour' }];
    // The suspension begins in a callback, after which the process first reads what it has received meanwhile.
    const changing = new Promise<void>((resolve, reject) =>
      stat('.', () => {
        setTimeout(() => sender.abort(new Error('replaced')), 1);
        change(older, [], sender.signal).then(resolve, reject);
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
      }),
    );
    await expect(changing).rejects.toThrow('replaced');
    expect((await hits('harbour')).map(({ title }) => title)).toEqual(['The newer harbour']);
  });

  it('a change that erases a writer’s name removes it from hits and from what can be found', async () => {
    await fill([{ id: 1, title: 'Lanterns', ...wanda }]);
    expect(await ids('zielinski')).toEqual([1]);
    await change([{ id: 1, title: 'Lanterns' }]);
    expect([await ids('zielinski'), await ids('wanda')]).toEqual([[], []]);
    expect(await hits('lantern')).toMatchObject([{ id: 1, authorName: null, authorAge: null }]);
  });

  it('a build replaces all previous documents, even with none', async () => {
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

  it('the live index answers searches until a new one is complete', async () => {
    await fill([{ id: 1, title: 'Lanterns' }]);
    let isOver = false;
    onTestFinished(() => {
      isOver = true;
    });
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
  ])('a build that %s leaves the live index unchanged', async (_why, publish, signal) => {
    await fill([{ id: 1, title: 'Lanterns' }]);
    await expect(fill([{ id: 2, title: 'Kites' }], publish, signal)).rejects.toThrow(/refused|stopped/);
    expect([await ids('lanterns'), await ids('kites')]).toEqual([[1], []]);
    await fill([{ id: 2, title: 'Kites' }]);
    expect([await ids('lanterns'), await ids('kites')]).toEqual([[], [2]]);
  });
}

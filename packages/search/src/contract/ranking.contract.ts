import { beforeAll, describe, expect, it } from 'vitest';
import type { SearchCalls } from './opened-search.ts';

export function describeRanking({ ids, hits, fill }: SearchCalls): void {
  describe('what is better', () => {
    beforeAll(() =>
      fill([
        { id: 1, title: 'Rivers' },
        { id: 2, title: 'River' },
        { id: 3, title: 'Of water', authorName: 'Lena River' },
        { id: 4, title: 'Of fish', content: 'They swim in the river.' },
        { id: 5, title: 'Of boats', excerpt: 'Down the river' },
        { id: 6, title: 'Rover' },
        { id: 7, title: 'River' },
        { id: 9, title: 'A form', content: 'To be filled in.' },
        { id: 10, title: 'A letter from far away' },
      ]),
    );

    it('fewer typos, then the title, then the name, then the text; whole words before prefixes, newer before older', async () => {
      expect(await ids('river', 20)).toEqual([7, 2, 1, 3, 5, 4, 6]);
    });

    it('no error before one, though both are words', async () => {
      expect(await ids('from')).toEqual([10, 9]);
      expect(await ids('form')).toEqual([9, 10]);
    });

    it('the newest of equals', async () => {
      expect((await ids('river', 2)).toSorted()).toEqual([2, 7]);
      expect((await ids('rover', 1))[0]).toBe(6);
    });

    it('page by page, each once', async () => {
      const all = await ids('river', 20);
      const pages = [await ids('river', 3), await ids('river', 3, 3), await ids('river', 3, 6)];
      expect(pages.flat()).toEqual(all);
      expect(await ids('river', 3, 7)).toEqual([]);
    });
  });

  it('a word with an error, though many titles have the pieces of it', async () => {
    const pieces = Array.from({ length: 60 }, (_none, index) => ({ id: index + 2, title: 'Every map' }));
    await fill([{ id: 1, title: 'Homework', content: 'The exam is over.' }, ...pieces]);
    expect(await ids('exma')).toEqual([1]);
  });

  describe('among many', () => {
    const many = Array.from({ length: 1_500 }, (_none, index) => ({
      id: index + 1,
      title: index % 3 ? `Common words number ${index}` : `Other number ${index}`,
      content: index % 2 ? 'It is common to write about weather.' : 'Nobody writes about oceans.',
      authorName: `Writer ${index % 40}`,
    }));
    beforeAll(() =>
      fill([...many, { id: 2_000, title: 'Weather report' }, { id: 1_999, title: 'Whether or not' }]),
    );

    it('a word of many titles: the newest', async () => {
      expect(await ids('common')).toEqual([1500, 1499, 1497, 1496, 1494]);
    });

    it('a title before a thousand texts', async () => {
      expect((await ids('weather'))[0]).toBe(2000);
      expect((await ids('weather', 100)).length).toBe(100);
    });

    it('two words that are each in many and together in few', async () => {
      expect(await ids('weather report')).toEqual([2000]);
      expect((await ids('common oceans', 3)).length).toBe(3);
      expect(await ids('number 1312 common')).toEqual([1313]);
    });

    it('what a search shows of an article', async () => {
      expect(await hits('number 1312 common')).toEqual([
        {
          id: 1313,
          title: 'Common words number 1312',
          excerpt: '…',
          section: 'view',
          authorName: 'Writer 32',
          authorAge: null,
          createdAt: '2026-01-01T21:53:00.000Z',
        },
      ]);
    });
  });
}

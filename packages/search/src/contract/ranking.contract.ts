import { describe, expect, it } from 'vitest';
import type { SearchCalls } from './opened-search.ts';

export function describeRanking({ ids, hits, fill }: SearchCalls): void {
  describe('the best first', () => {
    it('fewer typos, then title, name and text, then whole words before prefixes, then newer before older', async () => {
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
      // Though both are words.
      expect([await ids('from'), await ids('form')]).toEqual([
        [10, 9],
        [9, 10],
      ]);
    });

    it('a word itself before one that a space parts', async () => {
      await fill([
        { id: 1, title: 'A windmill' },
        { id: 2, title: 'The wind mill' },
      ]);
      expect((await ids('windmill'))[0]).toBe(1);
    });

    it('a word with a typo, though many titles have the pieces of it', async () => {
      const pieces = Array.from({ length: 60 }, (_none, index) => ({ id: index + 2, title: 'Every map' }));
      await fill([{ id: 1, title: 'Homework', content: 'The exam is over.' }, ...pieces]);
      expect(await ids('exma')).toEqual([1]);
    });

    it('among many: the newest titles, titles before texts, words that are together in few', async () => {
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
          section: 'view',
          authorName: 'Writer 32',
          authorAge: null,
          createdAt: '2026-01-01T21:53:00.000Z',
        },
      ]);
    });
  });
}

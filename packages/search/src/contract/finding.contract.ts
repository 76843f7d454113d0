import { beforeAll, describe, expect, it } from 'vitest';
import type { SearchCalls } from './opened-search.ts';

export function describeFinding({ ids, fill }: SearchCalls): void {
  describe('errors', () => {
    beforeAll(() =>
      fill([
        { id: 1, title: 'The garden behind our classroom' },
        { id: 2, title: 'Homework', authorName: 'Siobhán Kowalczyk', authorAge: 14 },
        { id: 3, title: 'Moon', content: 'A telescope in a shed finds what nobody believed.' },
        { id: 4, title: 'The cat, 2026' },
      ]),
    );

    it.each([
      ['nothing wrong', 'garden', [1]],
      ['a letter missing', 'gaden', [1]],
      ['a letter too many', 'garrden', [1]],
      ['a wrong letter', 'garten', [1]],
      ['two letters swapped', 'gadren', [1]],
      ['the last letter wrong', 'gardem', [1]],
      ['two errors in six letters', 'gertan', []],
      ['two errors in nine letters', 'clasroomm', [1]],
      ['two wrong letters in nine', 'clessruom', [1]],
      ['three errors in nine letters', 'clessruum', []],
      ['one error in four letters', 'mooon', [3]],
      ['one wrong letter in four', 'mood', [3]],
      ['one error in three letters', 'cot', []],
      ['a beginning of three letters', 'gar', [1]],
      ['a beginning of one letter', 'g', [1]],
      ['a beginning with an error', 'garb', [1]],
      ['a number', '2026', [4]],
      ['the beginning of a number', '20', [4]],
      ['another number', '2025', []],
      ['a name', 'kowalczyk', [2]],
      ['a name with an error', 'kowalzcyk', [2]],
      ['the beginning of a name', 'sio', [2]],
      ['a word of the text', 'telescope', [3]],
      ['a word of the text with two errors', 'tellescoppe', [3]],
      ['the beginning of a word of the text', 'belie', [3]],
      ['nothing like it', 'zeppelin', []],
    ])('%s: %s', async (_kind, text, expected) => {
      expect(await ids(text)).toEqual(expected);
    });
  });

  describe('several words', () => {
    beforeAll(() =>
      fill([
        {
          id: 1,
          title: 'Why debate clubs matter',
          authorName: 'Amara Sesay',
          content: 'Rain on Friday again.',
        },
        { id: 2, title: 'Why clubs close', authorName: 'Jonas Weber', content: 'No money, no debate.' },
        { id: 3, title: 'Rain', authorName: 'Amara Nowak' },
      ]),
    );

    it.each([
      ['in their order', 'debate clubs', [1, 2]],
      ['in another order', 'clubs debate', [1, 2]],
      ['of title and name', 'debate sesay', [1]],
      ['of name and text', 'amara friday', [1]],
      ['each with an error', 'debste clibs mattre', [1]],
      ['with one that is nowhere', 'debate clubs zeppelin', []],
      ['twice the same', 'rain rain', [3, 1]],
      ['with more than ten', 'why debate clubs matter amara sesay rain on friday again zeppelin', [1]],
    ])('%s: %s', async (_kind, text, expected) => {
      expect(await ids(text)).toEqual(expected);
    });
  });

  describe('spaces, where nothing is found otherwise', () => {
    beforeAll(() =>
      fill([
        { id: 1, title: 'A school garden' },
        { id: 2, title: 'My notebook', authorName: 'Wanda Zielinski' },
        { id: 3, title: 'Note to self', content: 'I read it in a book.' },
        { id: 4, title: 'A rainbow' },
        { id: 5, title: 'A windmill' },
        { id: 6, title: 'The wind and a mill' },
      ]),
    );

    it.each([
      ['one left out', 'schoolgarden', [1]],
      ['one too many', 'rain bow', [4]],
      ['one too many, beside another word', 'zielinski note book', [2]],
      ['one too many, though both are words that are found', 'note book', [3]],
      ['one too many, of two words that stand apart', 'wind mill', [6]],
      ['one left out of what is nowhere', 'schoolzeppelin', []],
      ['one too many in what is nowhere', 'zep pelin', []],
    ])('%s: %s', async (_kind, text, expected) => {
      expect(await ids(text)).toEqual(expected);
    });

    it('what has the word itself comes first', async () => {
      expect((await ids('windmill'))[0]).toBe(5);
    });
  });

  describe('letters of any kind', () => {
    beforeAll(() =>
      fill([
        { id: 1, title: 'Crème brûlée for Zoë Ångström' },
        { id: 2, title: 'Die Straße nach Łódź, færøysk og Øst' },
        { id: 3, title: 'We don’t co-operate: O’Neill’s co-op' },
        { id: 4, title: 'Письмо из школы' },
        { id: 5, title: 'Η φωνή των παιδιών' },
        { id: 6, title: 'مدرسةُ الحيّ' },
        { id: 7, title: 'הַסִּפּוּר שלי' },
        { id: 8, title: 'मेरा स्कूल' },
        { id: 9, title: '한국어 수업' },
        { id: 10, title: 'ความรักของเรา' },
        { id: 11, title: '気候変動と私たち' },
        { id: 12, title: '我们的学校花园' },
        { id: 13, title: 'İzmir’de ışık' },
      ]),
    );

    it.each([
      ['creme brulee', [1]],
      ['CRÈME', [1]],
      ['zoe angstrom', [1]],
      ['Zoé', [1]],
      ['dont', [3]],
      ["don't", [3]],
      ['don’t', [3]],
      ['cooperate', [3]],
      ['co-operate', [3]],
      ['coop', [3]],
      ['oneill', [3]],
      ["o'neill", [3]],
      ['neill', [3]],
      ['письмо', [4]],
      ['ПИСЬМО ШКОЛЫ', [4]],
      ['писмо', [4]],
      ['φωνη', [5]],
      ['ΠΑΙΔΙΩΝ', [5]],
      ['مدرسة', [6]],
      ['الحي', [6]],
      ['הספור', [7]],
      ['मेरा', [8]],
      ['स्कूल', [8]],
      ['한국', [9]],
      ['수업', [9]],
      ['学校', [12]],
      ['学校花园', [12]],
      ['izmir', [13]],
      ['isik', [13]],
    ])('%s', async (text, expected) => {
      expect(await ids(text)).toContain(expected[0]);
    });
  });

  describe('odd questions', () => {
    beforeAll(() =>
      fill([
        { id: 1, title: 'An ordinary title with "quotes" & signs', content: 'One hundred % of a_b' },
        { id: 2, title: 'Ordinary too' },
      ]),
    );

    it.each([
      '',
      ' ',
      '%',
      '_',
      '*',
      '"',
      "'",
      '\\',
      '&|!():*<->',
      '🎉',
      '\0',
      '\u0007\u001b[31m',
      '\ud800',
      '-- ;',
      '…',
    ])('nothing for %j', async (text) => {
      expect(await ids(text)).toEqual([]);
    });

    it.each([
      ['"ordinary"', [2, 1]],
      ['-ordinary', [2, 1]],
      ["ordinary' or '1'='1", []],
      ['ordinary:*', [2, 1]],
      ['!ordinary', [2, 1]],
      ['ordinary%', [2, 1]],
      ["'); drop table document; --", []],
      ['ordi\0nary', [2, 1]],
      ['ordinary\ttitle\n', [1]],
      ['title = ordinary AND id > 0', []],
      ['\ud800ordinary\udc00', [2, 1]],
    ])('%j', async (text, expected) => {
      expect(await ids(text)).toEqual(expected);
    });

    it('of ten thousand characters, within a second', async () => {
      const started = performance.now();
      expect(await ids('ordinary '.repeat(1_200))).toEqual([2, 1]);
      expect(await ids('o'.repeat(10_000))).toEqual([]);
      expect(await ids(Array.from({ length: 2_000 }, (_none, index) => `w${index}`).join(' '))).toEqual([]);
      expect(performance.now() - started).toBeLessThan(3_000);
    });
  });
}

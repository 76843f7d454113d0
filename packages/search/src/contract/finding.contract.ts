import { beforeAll, describe, expect, it } from 'vitest';
import type { SearchCalls } from './opened-search.ts';

type Given = readonly [title: string, authorName?: string | null, content?: string];
type Case = readonly [what: string, typed: readonly string[], found: readonly number[]];

/** Documents with IDs from 1, and groups of queries that find the same documents. */
const groups: readonly (readonly [what: string, documents: readonly Given[], cases: readonly Case[]])[] = [
  [
    'typos',
    [
      ['The garden behind our classroom'],
      ['Homework', 'Siobhán Kowalczyk'],
      ['Moon', null, 'A telescope in a shed finds what nobody believed.'],
      ['The cat, 2026'],
    ],
    [
      ['a letter missing, extra or wrong', ['garden', 'gaden', 'garrden', 'garten', 'gardem'], [1]],
      ['two letters swapped', ['gadren'], [1]],
      ['two typos in nine letters', ['clasroomm', 'clessruom'], [1]],
      ['two in six letters, three in nine', ['gertan', 'clessruum'], []],
      ['one in four letters', ['mooon', 'mood'], [3]],
      ['one in three letters, or in a number', ['cot', '2025'], []],
      ['the beginning of a word, also with a typo', ['gar', 'g', 'garb'], [1]],
      ['a number, and its beginning', ['2026', '20'], [4]],
      ['a name, with a typo, its beginning', ['kowalczyk', 'kowalzcyk', 'sio'], [2]],
      ['a word of the text, with two typos, its beginning', ['telescope', 'tellescoppe', 'belie'], [3]],
      ['nothing like it', ['zeppelin'], []],
    ],
  ],
  [
    'several words',
    [
      ['Why debate clubs matter', 'Amara Sesay', 'Rain on Friday again.'],
      ['Why clubs close', 'Jonas Weber', 'No money, no debate.'],
      ['Rain', 'Amara Nowak'],
    ],
    [
      ['in any order', ['debate clubs', 'clubs debate'], [1, 2]],
      ['of title, name and text', ['debate sesay', 'amara friday'], [1]],
      ['each with a typo', ['debste clibs mattre'], [1]],
      ['with one that is nowhere', ['debate clubs zeppelin'], []],
      ['twice the same', ['rain rain'], [3, 1]],
      ['with more than ten', ['why debate clubs matter amara sesay rain on friday again zeppelin'], [1]],
    ],
  ],
  [
    'spaces, if nothing else is found',
    [
      ['A school garden'],
      ['My notebook', 'Wanda Zielinski'],
      ['Note to self', null, 'I read it in a book.'],
      ['A rainbow'],
      ['A windmill'],
      ['The wind and a mill'],
    ],
    [
      ['one left out', ['schoolgarden'], [1]],
      ['one too many', ['rain bow'], [4]],
      ['one too many, beside another word', ['zielinski note book'], [2]],
      ['one too many, although both words are found', ['note book'], [3]],
      ['one too many, in two separate words', ['wind mill'], [6]],
      ['left out or too many in what is nowhere', ['schoolzeppelin', 'zep pelin'], []],
    ],
  ],
  [
    'words that sound alike, if nothing else is found',
    [
      ['What do we owe one old elephant?', 'Réka Szűcs'],
      ['Crème brûlée for beginners'],
      ['Postcards from the circus'],
      ['A balloon at dusk', null, 'An alphabet of phantom xylophones.'],
      ['A filter'],
      ['A philter'],
    ],
    [
      ['f for ph', ['elefant', 'ELEFANT', 'owe elefant', 'elefant old'], [1]],
      ['f for ph in a word that is only begun', ['elefan', 'old elefan'], [1]],
      ['beside a name, which is spelled by ear too', ['elefant szucs', 'suks elefant'], [1]],
      ['k for c, letters for doubled ones', ['kreme', 'kreme brule', 'krem'], [2]],
      ['z for s, s for a soft c', ['poztkardz', 'sirkus', 'zirkuz poztkardz'], [3]],
      ['one letter for two, twice', ['balon', 'balon duzc'], [4]],
      ['in the text', ['fantom', 'alfabet ksylofone'], [4]],
      ['not if a word is spelled that way', ['filter'], [5]],
      ['nothing like it, and less than three letters', ['zeffelin', 'elefant zeffelin', 'cc'], []],
      ['letters that are not a word', ['zzqqx', 'asdfgh'], []],
    ],
  ],
  [
    'odd queries',
    [['An ordinary title with "quotes" & signs', null, 'One hundred % of a_b'], ['Ordinary too']],
    [
      ['without a word', ['', ' ', '%', '_', '*', '"', "'", '\\', '&|!():*<->', '-- ;', '…', '🎉'], []],
      ['of control characters', ['\0', '\u0007\u001b[31m', '\ud800'], []],
      ['with signs of a query language', ['"ordinary"', '-ordinary', 'ordinary:*', '!ordinary'], [2, 1]],
      [
        'with a wildcard, a NUL, halves of letters',
        ['ordinary%', 'ordi\0nary', '\ud800ordinary\udc00'],
        [2, 1],
      ],
      ['with other white space', ['ordinary\ttitle\n'], [1]],
      ['of SQL', ["ordinary' or '1'='1", "'); drop table document; --"], []],
      ['of a filter', ['title = ordinary AND id > 0'], []],
    ],
  ],
];

const titles: readonly (readonly [title: string, typed: readonly string[]])[] = [
  ['Crème brûlée for Zoë Ångström', ['creme brulee', 'CRÈME', 'zoe angstrom', 'Zoé']],
  ['We don’t co-operate: O’Neill’s co-op', ['dont', "don't", 'don’t', 'cooperate', 'co-operate', 'coop']],
  ['An interview with O’Neill', ['oneill', "o'neill", 'neill']],
  ['Письмо из школы', ['письмо', 'ПИСЬМО ШКОЛЫ', 'писмо']],
  ['Η φωνή των παιδιών', ['φωνη', 'ΠΑΙΔΙΩΝ']],
  ['مدرسةُ الحيّ', ['مدرسة', 'الحي']],
  ['הַסִּפּוּר שלי', ['הספור']],
  ['मेरा स्कूल', ['मेरा', 'स्कूल']],
  ['한국어 수업', ['한국', '수업']],
  ['我们的学校花园', ['学校', '学校花园']],
  ['İzmir’de ışık', ['izmir', 'isik']],
];

export function describeFinding({ ids, hits, fill }: SearchCalls): void {
  describe.each(groups)('%s', (_what, documents, cases) => {
    beforeAll(() =>
      fill(
        documents.map(([title, authorName = null, content = '·'], at) => ({
          id: at + 1,
          title,
          authorName,
          content,
        })),
      ),
    );

    it.each(cases)('%s: %j', async (_case, typed, found) => {
      for (const text of typed) expect([text, await ids(text)]).toEqual([text, found]);
    });
  });

  describe('letters of any script', () => {
    beforeAll(() => fill(titles.map(([title], at) => ({ id: at + 1, title }))));

    it.each(titles)('%s is found by %j', async (title, typed) => {
      for (const text of typed)
        expect([text, await hits(text)]).toEqual([
          text,
          expect.arrayContaining([expect.objectContaining({ title })]),
        ]);
    });
  });

  it('three queries of about 10,000 characters take less than 3 s', async () => {
    await fill([{ id: 1, title: 'An ordinary title' }]);
    const many = Array.from({ length: 2_000 }, (_none, index) => `w${index}`).join(' ');
    const started = performance.now();
    expect(await ids('ordinary '.repeat(1_200))).toEqual([1]);
    expect(await ids('o'.repeat(10_000))).toEqual([]);
    expect(await ids(many)).toEqual([]);
    expect(performance.now() - started).toBeLessThan(3_000);
  });
}

import { createPool } from '@journal/postgres';
import { withTimeout } from '@journal/service-kit/async';
import { createTestDatabase, until } from '@journal/testing';
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { sampleDocument, useSearch } from '../contract/opened-search.ts';
import { describeSearchContract } from '../contract/search.contract.ts';
import { beyondKinds } from '../quality/queries.ts';
import { createEmbeddedEngine } from './embedded-engine.ts';
import { createEmbeddedIndex } from './embedded-index.ts';

async function open() {
  const database = await createTestDatabase(inject('postgresUrl'));
  const pool = createPool(database.url, { applicationName: 'search spec' });
  const hurried = createPool(database.url, { applicationName: 'search spec', queryTimeout: 1_000 });
  const another = () => createEmbeddedEngine({ pool });
  return {
    ...{ pool, hurried },
    index: createEmbeddedIndex({ pool }),
    engine: another(),
    another,
    async close() {
      await Promise.all([pool.end(), hurried.end()]);
      await database.drop();
    },
  };
}

describeSearchContract('the embedded engine', open, beyondKinds);

describe('beyond the contract, the embedded engine', () => {
  const { ids, fill, hits, opened } = useSearch(open);

  it('applies no change whose sender was replaced while its connection was opened', async () => {
    await fill([{ id: 1, title: 'The newer harbour' }]);
    const { pool } = opened() as Awaited<ReturnType<typeof open>>;
    const sender = new AbortController();
    pool.once('acquire', () => sender.abort(new Error('replaced')));
    const document = sampleDocument({ id: 1, title: 'The older harbour' });
    await expect(
      opened().index.apply({ documents: [document], deletedIds: [] }, sender.signal),
    ).rejects.toThrow('replaced');
    expect((await hits('harbour')).map(({ title }) => title)).toEqual(['The newer harbour']);
  });

  it('replaces all documents, even if that takes longer than other statements of its pool may', async () => {
    const { pool, hurried, close } = await open();
    onTestFinished(close);
    await build(['The harbour'], createEmbeddedIndex({ pool }));
    await pool.query(takeLong(1.5));
    await build(['The harbour', 'The lighthouse'], createEmbeddedIndex({ pool: hurried }));
    expect((await pool.query('select title from search_v1.document order by id')).rows).toEqual([
      { title: 'The harbour' },
      { title: 'The lighthouse' },
    ]);
  });

  it('stops replacing all documents at once when it is told to, and replaces them when it begins again', async () => {
    const { pool, index, close } = await open();
    onTestFinished(close);
    await build(['The harbour'], index);
    await pool.query(takeLong(30));
    const isReplacing = async () =>
      (
        await pool.query(
          `select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`,
        )
      ).rowCount;
    const stopping = new AbortController();
    const building = build(['The lighthouse'], index, stopping.signal).catch((error: Error) => error.message);
    await until(async () => expect(await isReplacing()).toBe(1));
    stopping.abort(new Error('stopped'));
    expect(await withTimeout(5_000, building)).toBe('stopped');
    expect(await isReplacing()).toBe(0);
    await pool.query('drop function search_v1.take_long cascade');
    await build(['The lighthouse'], index);
    expect((await pool.query('select title from search_v1.document')).rows).toEqual([
      { title: 'The lighthouse' },
    ]);
  });

  describe('answers hard queries', () => {
    beforeAll(() => fill(hardDocuments));

    it.each(hardCases)('%s: %j', async (_what, text, found) => {
      expect(await ids(text, 20)).toEqual(found);
    });
  });

  describe('tolerates further errors', () => {
    beforeAll(() =>
      fill([
        { id: 1, title: 'A school garden' },
        { id: 2, title: 'Our schoolgarden' },
        { id: 3, title: 'A note book' },
        { id: 4, title: 'Why debate clubs matter' },
      ]),
    );

    it.each([
      ['a space left out of a word that is only begun', 'notebo', [3]],
      ['no space where the word itself is found', 'schoolgarden', [2]],
      ['a prefix with its first letter wrong', 'febat', [4]],
      ['prefixes in any order', 'mat deb clu', [4]],
      ['two swaps, one of the first letters', 'cshoolgadren', [2]],
    ])('%s: %s', async (_what, text, found) => {
      expect(await ids(text)).toEqual(found);
    });
  });
});

/** Replaces the whole index with documents of these titles. */
const build = (
  titles: readonly string[],
  index: ReturnType<typeof createEmbeddedIndex>,
  signal = new AbortController().signal,
) =>
  index.build(
    (async function* () {
      yield titles.map((title, id) => sampleDocument({ id, title }));
    })(),
    (swap) => swap(),
    signal,
  );

/** Makes each statement that adds documents take so many seconds. */
const takeLong = (seconds: number) => `
  create function search_v1.take_long() returns trigger language plpgsql as
    $$ begin perform pg_sleep(${seconds}); return null; end $$;
  create trigger slow after insert on search_v1.document execute function search_v1.take_long()`;

type Given = readonly [title: string, authorName?: string | null, content?: string];

/** Titles that are hard to search, with the names of the demo issue's writers. */
const given: Readonly<Record<number, Given>> = {
  1: ['I am not allergic to mushrooms', 'Kasia Wróblewska'],
  2: ['Macbeth, reviewed by one of the trees', 'Finlay Adeyemi-Ross'],
  3: ['Minutes of an extraordinary meeting', 'Wanjirũ Gathogo'],
  4: ['Seven days as the family interpreter', 'Linh Đặng'],
  5: ['A goalkeeper argues with himself', 'Mateo Ibáñez Quiroga'],
  6: ['A field guide to the voice note', 'Temilọlá Bakare'],
  7: ['To whoever gets my bedroom', 'Ingrid Sørbø'],
  8: ['Two stars for the film, four for the cat', 'Yusuf Karaçay'],
  9: ['What do we owe one old elephant?', 'Réka Szűcs'],
  10: ['My cousin’s wedding, take three', 'Anaya Deshmukh'],
  11: ['I was wrong about the pigeons', 'Noor Haddad'],
  12: ['Let the sea have it', 'Siân Prydderch'],
  13: ['Don’t lock the library'],
  14: ['The co-op on our corner'],
  15: ['A coop for six hens'],
  16: ['A form for everything'],
  17: ['Postcards from nowhere'],
  18: ['A quiet hour'],
  19: ['Quite a storm'],
  20: ['Printing in 3D at home'],
  21: ['Eurovision 2026, a diary'],
  22: ['Crème brûlée for beginners'],
  23: ['Eine Straße ohne Autos'],
  24: ['Smørrebrød on a night train'],
  25: ['İstanbul’da bir gün'],
  26: ['Işık ve gölge'],
  27: ['Ludwig van Beethoven had a bad day'],
  28: ['Война и мир на каникулах'],
  29: ['Ёлка стоит до марта'],
  30: ['Η Οδύσσεια σε δέκα λεπτά'],
  31: ['مكتبة المدرسة مفتوحة'],
  32: ['הספרייה סגורה בשבת'],
  33: ['बारिश में साइकिल'],
  34: ['한국어 숙제와 고양이'],
  35: ['ความฝันของแมว'],
  36: ['图书馆的猫'],
  37: ['図書館のねこ'],
  38: ['コンピューターと私'],
  39: ['The oﬃce of lost umbrellas'],
  40: ['Dusk over the harbour'],
  41: ['Rivers and what they carry'],
  42: ['River'],
  43: ['An old map', null, 'Where the river bends, somebody has drawn a telescope.'],
  44: ['River'],
  45: ['Complaints', 'Noor Haddad', 'A kettle that whistles, and mushrooms again.'],
  46: ['Ukrainian lesson one: здоровʼя'],
  47: ['Jakub’s łódka', null, 'It does not float.'],
  48: ['Year-7 diary: 12,000 words on the U.S.A.'],
  49: ['Rock’n’roll R&B'],
};

/** A higher ID is newer. */
const hardDocuments = Object.entries(given).map(([id, [title, authorName = null, content = '·']]) => ({
  id: Number(id),
  title,
  authorName,
  content,
}));

/** A typed query and all the hard documents it must find, best first. */
type HardCase = readonly [what: string, text: string, found: readonly number[]];

const hardCases: readonly HardCase[] = [
  ['a word of four letters', 'dusk', [40]],
  ['four letters, one missing', 'dsk', []],
  ['four letters, the last missing', 'dus', [40]],
  ['four letters, one too many', 'dussk', [40]],
  ['four letters, one wrong', 'dask', [40]],
  ['four letters, two swapped', 'duks', [40]],
  ['four letters, the first wrong', 'fusk', [40]],
  ['four letters, the first swapped', 'udsk', [40]],
  ['four letters, one before the first', 'sdusk', [40]],
  ['four letters, two wrong', 'dack', []],
  ['four letters, the first missing', 'usk', []],
  ['the first letter missing', 'arbour', [40]],
  ['the first letter wrong', 'jarbour', [40]],
  ['the first letters swapped', 'ahrbour', [40]],
  ['two errors in seven letters', 'hsrbuor', []],
  ['two errors in eight letters', 'umbrlels', [39]],
  ['two errors, one of them the first letter', 'imbrelals', [39]],
  ['three errors', 'imbrelasl', []],
  ['apostrophe left out', 'dont lock', [13]],
  ['apostrophe of a typewriter', "don't lock", [13]],
  ['apostrophe of a printer', 'don’t lock', [13]],
  ['apostrophe that is a letter', 'donʼt lock', [13]],
  ['apostrophe of another language', 'здоров’я', [46]],
  ['apostrophe left out in another language', 'здоровя', [46]],
  ['a possessive without its s', 'cousin', [10]],
  ['a possessive without its apostrophe', 'cousins', [10]],
  ['apostrophe as a space', 'rock n roll', [49]],
  ['apostrophe of another key', 'don´t lock', [13]],
  ['hyphen before a figure as a space', 'year 7', [48]],
  ['full stops left out', 'usa', [48]],
  ['full stops typed', 'u.s.a.', [48]],
  ['comma in a number left out', '12000', [48]],
  ['comma in a number', '12,000', [48]],
  ['an ampersand left out', 'rb', [49]],
  ['hyphen typed', 'co-op', [15, 14, 45]],
  ['hyphen left out', 'coop', [15, 14, 45]],
  ['hyphen as a space', 'co op', [14]],
  ['a double name, its second part', 'ross', [2]],
  ['a double name as one', 'adeyemiross', [2]],
  ['a double name with two errors', 'adeyeni-rose', [2]],
  ['ligature in the title', 'office', [39]],
  ['ligature in the query', 'oﬃce', [39]],
  ['accents left out', 'creme brulee', [22]],
  ['accents that are not there', 'Crèmé brûlèe', [22]],
  ['letter and mark apart', 'Cre\u0300me', [22]],
  ['accents of two kinds on a letter', 'dang', [4]],
  ['a tilde on u', 'wanjiru', [3]],
  ['a dot below', 'temilola bakare', [6]],
  ['sharp s as ss', 'strasse', [23]],
  ['sharp s', 'straße', [23]],
  ['capital letters with sharp s', 'STRASSE', [23]],
  ['ø as o', 'smorrebrod', [24]],
  ['ø in a name', 'sorbo', [7]],
  ['ø in a name, in capitals', 'SØRBØ', [7]],
  ['ł as l', 'lodka', [47]],
  ['dotted capital I', 'istanbul', [25]],
  ['dotless i as i', 'isik', [26]],
  ['dotless i in capitals', 'IŞIK', [26]],
  ['capital letters', 'MUSHROOMS', [1, 45]],
  ['mixed letters', 'mAcBeTh', [2]],
  ['a number', '2026', [21]],
  ['a number with a wrong figure', '2025', []],
  ['the beginning of a number', '202', [21]],
  ['figure and letter', '3d', [20]],
  ['wide letters', '３Ｄ', [20]],
  ['a surname after its particle', 'van beethoven', [27]],
  ['a surname with an error after its particle', 'van beethovn', [27]],
  ['a name with swapped letters', 'wrolbewska', [1]],
  ['a name with two errors', 'prydercj', [12]],
  ['a name, its parts turned round', 'quiroga mateo', [5]],
  ['the first letters of a name', 'yus kar', [8]],
  ['a piece of Cyrillic', 'канику', [28]],
  ['Cyrillic with an error', 'каникулвх', [28]],
  ['ё typed as е', 'елка', [29]],
  ['capital Greek without accents', 'ΟΔΥΣΣΕΙΑ', [30]],
  ['Greek with an error', 'οδυσεια', [30]],
  ['a piece of Arabic', 'المدر', [31]],
  ['Arabic with points', 'مَكْتَبَة', [31]],
  ['Arabic with an error', 'المدسرة', [31]],
  ['a piece of Hebrew', 'הספר', [32]],
  ['Hebrew with an error', 'סגרוה', [32]],
  ['Devanagari', 'साइकिल', [33]],
  ['a piece of Devanagari', 'बारि', [33]],
  ['a piece of Korean', '한국', [34]],
  ['Korean in another order', '고양이 숙제', [34]],
  ['a piece of Thai', 'ฝัน', [35]],
  ['the last word of Thai', 'แมว', [35]],
  ['Chinese in the middle', '书馆', [36]],
  ['Chinese, one character', '猫', [36]],
  ['Japanese in the middle', '書館の', [37]],
  ['Japanese of both kinds', 'のねこ', [37]],
  ['Katakana', 'ピューター', [38]],
  ['Katakana of half width', 'ｺﾝﾋﾟｭｰﾀｰ', [38]],
  ['a common word that is one error from another', 'form', [16, 22, 17, 15, 8]],
  ['the other one', 'from', [17, 16]],
  ['quiet', 'quiet', [18, 19]],
  ['quite', 'quite', [19, 18]],
  ['a word of the text only', 'telescope', [43]],
  ['a word of the text with an error', 'telescpoe', [43]],
  ['a word of a title and a word of its text', 'complaints kettle', [45]],
  ['a word of a title and a name', 'elephant szucs', [9]],
  ['a word of a title and a name, both with errors', 'elehpant szusc', [9]],
  ['title before text, newer before older, whole before beginning', 'river', [44, 42, 41, 43]],
  ['exact before inexact', 'rivers', [41, 44, 42, 43]],
  ['newer before older in the same name', 'noor haddad', [45, 11]],
  ['another order, with an error', 'hours quiet', [18]],
  ['another order, each word whole', 'hour quiet', [18]],
  ['the beginning of every word', 'sev da fam int', [4]],
  ['the beginning of every word, in another order', 'int fam da sev', [4]],
  ['a sound that is only begun before another word', 'elefan szucs', [9]],
  ['a sound with a letter missing', 'alergc', [1]],
  ['one letter', 'j', [47]],
  ['two letters', 'mu', [1, 45]],
  ['two letters with one that is wrong', 'mj', []],
  ['an emoji', '🎉', []],
  ['an emoji beside a word', 'dusk🎉', [40]],
  ['punctuation', '?!…—“”', []],
  ['punctuation around a word', '«(dusk)»!', [40]],
  ['nothing', '', []],
  ['one word that is nowhere', 'dusk zeppelin', []],
  ['the same word many times', 'dusk dusk dusk dusk dusk dusk dusk dusk dusk dusk dusk', [40]],
];

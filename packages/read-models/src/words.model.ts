import type { ReadModel } from './read-model.ts';

/**
 * The words that each version of an article, a pitch or a page added or removed, for the search of histories and the
 * audit: of every version that brought a text, by its position. Where nothing is left to read, there are none: what is
 * erased in the tables of articles and pitches is erased here.
 */
export const wordsModel = {
  name: 'words',
  version: 1,
  migrations: {
    '0001-change': `
      create table change (
        position text collate "C" primary key,
        words tsvector not null
      );
      create index change_words on change using gin (words);

      -- The planner's samples of a column outlive the rows that they are from.
      alter table change alter column words set statistics 0;
    `,
  },
} as const satisfies ReadModel;

const word = /[\p{L}\p{M}\p{N}_]+(?:'[\p{L}\p{M}\p{N}_]+)*/gu;
/** Characters of a word that count; Postgres takes 2,046 bytes. */
const maxLength = 100;

/** Returns the words of a text as they are compared: `Don’t` is `don't`. */
export function wordsIn(text: string): string[] {
  // The text as a whole: the same for each of its words takes as long again as finding them.
  const words = text.toLowerCase().replaceAll('’', "'").toWellFormed().match(word) ?? [];
  return words.map((each) => (each.length > maxLength ? each.slice(0, maxLength).toWellFormed() : each));
}

/** Returns the `tsquery` for versions that changed each word of the text, or a longer one; undefined where it has none. */
export function changedWordsQuery(text: string): string | undefined {
  const asked = wordsIn(text).map((each) => `'${each.replaceAll("'", "''")}':*`);
  return asked.length === 0 ? undefined : asked.join(' & ');
}

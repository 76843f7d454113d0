import type { ReadModel } from './read-model.ts';

/**
 * The words that each version of an article, an issue, a pitch or a page added or removed, for the search of histories
 * and the audit. Each version that set a text has a row, keyed by its position. A version without readable text has
 * none: what is erased in the tables of articles and pitches is erased here.
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
/** Maximum number of characters of a word that are compared. Postgres accepts 2,046 bytes. */
const maxLength = 100;

/** Returns the words of a text in the form in which they are compared: `Don’t` becomes `don't`. */
export function wordsIn(text: string): string[] {
  // Normalises the text as a whole: word by word, it would take as long again as finding the words.
  const words = text.toLowerCase().replaceAll('’', "'").toWellFormed().match(word) ?? [];
  return words.map((each) => (each.length > maxLength ? each.slice(0, maxLength).toWellFormed() : each));
}

/** Returns the `tsquery` for versions that changed every word of the text or a longer one; undefined without words. */
export function changedWordsQuery(text: string): string | undefined {
  const asked = wordsIn(text).map((each) => `'${each.replaceAll("'", "''")}':*`);
  return asked.length === 0 ? undefined : asked.join(' & ');
}

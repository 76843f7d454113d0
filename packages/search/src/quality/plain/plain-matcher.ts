import type { SearchDocument } from '../../search.port.ts';
import { allowedErrors, errorsBetween } from './plain-errors.ts';
import { readingsOfQuery, wordsOfText } from './plain-words.ts';

/** How well an article fits a query: less is better, the first of them that differs decides. */
export type Fit = {
  /** In all words together. */
  readonly errors: number;
  /** 0 for each word found in the title, 1 for the name, 2 for the text. */
  readonly fields: number;
  /** Words that are only the beginning of what was found. */
  readonly beginnings: number;
};

export type PlainHit = Fit & { readonly id: number };

export type PlainMatcher = {
  /** Everything that the rules let be found, best first. */
  find(query: string): PlainHit[];
};

type Place = { article: number; field: number };

const better = (one: Fit, other: Fit) =>
  one.errors - other.errors || one.fields - other.fields || one.beginnings - other.beginnings;

const sum = (one: Fit, other: Fit): Fit => ({
  errors: one.errors + other.errors,
  fields: one.fields + other.fields,
  beginnings: one.beginnings + other.beginnings,
});

/** Whether the rules, dates apart, see no difference. */
export const fitsAlike = (one: Fit, other: Fit) => better(one, other) === 0;

/** The letters of a word as bits; different letters may share one. */
function lettersOf(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits;
}

function count(bits: number): number {
  let found = 0;
  for (let left = bits; left !== 0; left &= left - 1) found++;
  return found;
}

/**
 * The rules of the search, word for word and without regard to speed: it compares every word of a query with every word
 * there is. It says what is right where an engine is judged; it shares no code with the engines.
 */
export function createPlainMatcher(documents: readonly SearchDocument[]): PlainMatcher {
  const places = new Map<string, Place[]>();
  for (const [article, { title, authorName, excerpt, content }] of documents.entries())
    for (const [field, text] of [title, authorName ?? '', `${excerpt}\n${content}`].entries())
      for (const word of new Set(wordsOfText(text))) {
        const known = places.get(word);
        if (known) known.push({ article, field });
        else places.set(word, [{ article, field }]);
      }

  const words = [...places].map(([word, found]) => ({ word, found, letters: lettersOf(word) }));

  const newestFirst = documents
    .map(({ createdAt, id }, article) => ({ createdAt, id, article }))
    .sort((a, b) => (a.createdAt === b.createdAt ? b.id - a.id : a.createdAt < b.createdAt ? 1 : -1));
  const age = new Map(newestFirst.map(({ article }, place) => [article, place]));

  const asked = new Map<string, ReadonlyMap<number, Fit>>();

  function articlesWith(typed: string): ReadonlyMap<number, Fit> {
    const known = asked.get(typed) ?? findArticlesWith(typed);
    asked.set(typed, known);
    return known;
  }

  /** Where each article that has the word has it best. */
  function findArticlesWith(typed: string): Map<number, Fit> {
    const limit = allowedErrors(typed);
    const letters = lettersOf(typed);
    const fits = new Map<number, Fit>();
    for (const { word, found, letters: there } of words) {
      // Each letter that is not there is an error.
      if (count(letters & ~there) > limit) continue;
      const { whole, beginning } = errorsBetween(typed, word, limit);
      if (beginning > limit) continue;
      for (const { article, field } of found) {
        const fit = { errors: beginning, fields: field, beginnings: whole === beginning ? 0 : 1 };
        const known = fits.get(article);
        if (!known || better(fit, known) < 0) fits.set(article, fit);
      }
    }
    return fits;
  }

  /** Every article that has all the words, the fits of its words added up. */
  function articlesWithAll(query: readonly string[]): ReadonlyMap<number, Fit> {
    const [first = new Map<number, Fit>(), ...others] = query.map(articlesWith);
    return others.reduce<ReadonlyMap<number, Fit>>((all, each) => {
      const both = new Map<number, Fit>();
      for (const [article, fit] of all) {
        const other = each.get(article);
        if (other) both.set(article, sum(fit, other));
      }
      return both;
    }, first);
  }

  return {
    find(query) {
      const all = new Map<number, Fit>();
      for (const reading of readingsOfQuery(query))
        for (const [article, fit] of articlesWithAll(reading)) {
          const known = all.get(article);
          if (!known || better(fit, known) < 0) all.set(article, fit);
        }
      const inOrder = [...all].sort(
        ([a, fit], [b, other]) => better(fit, other) || (age.get(a) ?? 0) - (age.get(b) ?? 0),
      );
      return inOrder.map(([article, fit]) => ({ ...fit, id: documents[article]?.id ?? 0 }));
    },
  };
}

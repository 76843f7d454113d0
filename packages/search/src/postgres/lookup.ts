import { errorsAllowed } from '../matching/errors.ts';
import type { Near, NearWords, Vocabulary } from '../matching/vocabulary.ts';
import type { Reading } from '../words/words-of.ts';

/** What a typed word may be in the index, as a `tsquery` and how often it is there at most. */
export type Expression = {
  readonly query: string;
  readonly documents: number;
  readonly heads: number;
};

/** Ways to find a typed word, by the most errors it may have: 0, 1 and 2. Undefined where there is nothing. */
export type Lookup = {
  readonly whole: readonly (Expression | undefined)[];
  /** Whole or as a beginning. */
  readonly any: readonly (Expression | undefined)[];
  /** Whether so many errors find more than fewer do. */
  readonly finds: readonly boolean[];
};

const errorCounts = [0, 1, 2] as const;

export function lookUp(vocabulary: Vocabulary, reading: Reading): readonly Lookup[] {
  return reading.map((word) => {
    const found = vocabulary.near(word, errorsAllowed(word));
    return {
      whole: errorCounts.map((most) =>
        anyOf(
          found.whole.filter(({ errors }) => errors <= most),
          '',
        ),
      ),
      any: errorCounts.map((most) => anyOf(shortest(found, most), ':*')),
      finds: errorCounts.map((count) => found.beginnings.some(({ errors }) => errors === count)),
    };
  });
}

/** The beginnings that take in all words with at most so many errors. */
function shortest({ beginnings }: NearWords, most: number): readonly Near[] {
  return beginnings.filter(({ errors, within }) => errors <= most && within > most);
}

function anyOf(words: readonly Near[], ending: '' | ':*'): Expression | undefined {
  if (words.length === 0) return undefined;
  return {
    query: words.map(({ text }) => `'${text.replace(/['\\]/g, '$&$&')}'${ending}`).join(' | '),
    documents: words.reduce((sum, { documents }) => sum + documents, 0),
    heads: words.reduce((sum, { heads }) => sum + heads, 0),
  };
}

export const allOf = (expressions: readonly Expression[]) =>
  expressions.map(({ query }) => `(${query})`).join(' & ');

export const oneOf = (expressions: readonly Expression[]) =>
  expressions.map(({ query }) => query).join(' | ');

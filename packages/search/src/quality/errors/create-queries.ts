import type { SearchDocument } from '../../search.port.ts';
import { createRandom } from '../corpus/random.ts';
import { createPlainMatcher, fitsAlike, type PlainMatcher } from '../plain/plain-matcher.ts';
import { type QueryKind, recipes } from './query-kinds.ts';

/** A query and the articles of which all are as right as the one that it was made of, by the rules of the search. */
export type QualityCase = {
  readonly kind: QueryKind;
  readonly text: string;
  readonly right: readonly number[];
  /** The word that has an error, as it should be and as it was typed. */
  readonly changed?: readonly [word: string, typed: string];
};

export type QueriesOptions = {
  readonly seed: number;
  /** Of each kind; 30 unless told. */
  readonly each?: number;
  /** One over the same articles, where the caller has it. */
  readonly matcher?: PlainMatcher;
};

const shown = 5;
const patience = 200;

/**
 * Queries of every kind, each made of an article of chance; the same for the same articles and seed. A query that is not
 * enough to tell its article from others by the rules (five of others are better, or it shares its rank with so many
 * that they do not fit in five, being behind others) is made anew of another article.
 */
export function createQueries(articles: readonly SearchDocument[], options: QueriesOptions): QualityCase[] {
  const { seed, each = 30, matcher = createPlainMatcher(articles) } = options;
  const random = createRandom(seed);
  return (Object.keys(recipes) as QueryKind[]).flatMap((kind) => {
    const cases: QualityCase[] = [];
    for (let tries = 0; cases.length < each && tries < each * patience; tries++) {
      const article = random.pick(articles);
      const typed = recipes[kind](article, random);
      if (!typed || cases.some(({ text }) => text === typed.text)) continue;
      const right = rightOnes(matcher, typed.text, article.id);
      if (right) cases.push({ kind, right, ...typed });
    }
    if (cases.length < each) throw new Error(`These articles give no ${each} queries of the kind "${kind}"`);
    return cases;
  });
}

/** The articles that fit as well as this one; undefined where they can't be expected among the first five. */
function rightOnes(matcher: PlainMatcher, text: string, id: number): number[] | undefined {
  const hits = matcher.find(text);
  const meant = hits.find((hit) => hit.id === id);
  if (!meant) return undefined;
  const first = hits.findIndex((hit) => fitsAlike(hit, meant));
  const right = hits.filter((hit) => fitsAlike(hit, meant)).map((hit) => hit.id);
  return first === 0 || first + right.length <= shown ? right : undefined;
}

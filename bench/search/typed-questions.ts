import type { SearchDocument } from '@journal/search';
import { createQueries } from '@journal/search/quality';

/** Enough articles to make queries of, few enough to make them in seconds. */
const looked = 500;
const seed = 3;

/**
 * What reaches the search while people type: each query of the quality set (titles, names, text, with errors and
 * without) after 1, 2 and 3 letters, then after every third letter, then whole. Two of three are unfinished.
 */
export function typedQuestions(corpus: Iterable<SearchDocument>): string[] {
  const queries = createQueries(Iterator.from(corpus).take(looked).toArray(), { seed, each: 10 });
  const questions = queries.map(({ text }) => {
    const letters = [...text];
    const lengths = letters.keys().filter((length) => length > 0 && (length < 3 || length % 3 === 0));
    return [...lengths.map((length) => letters.slice(0, length).join('')), text];
  });
  return turnByTurn(questions);
}

/** The first of each, then the second of each, and so on: no two letters of one query in a row. */
function turnByTurn(lists: readonly string[][]): string[] {
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, turn) => lists.flatMap((list) => list[turn] ?? [])).flat();
}

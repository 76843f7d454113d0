import {
  beyondKinds,
  createCorpus,
  createQueries,
  exactKinds,
  measure,
  typoKinds,
} from '@journal/search/quality';
import { type BenchContext, type Figure, latencyFigures } from './bench.ts';
import { filledSearches } from './searches.ts';

export const name = 'search: results of queries with typos in 3,000 articles';

const articles = 3_000;
const seed = 1;
const shownMisses = 20;

export async function run(context: BenchContext): Promise<Figure[]> {
  const corpus = [...createCorpus({ articles, seed })];
  context.say('building the queries …');
  const queries = createQueries(corpus, { seed });
  const figures: Figure[] = [];
  for await (const { name, engine } of filledSearches(context, corpus)) {
    const { quality, misses, latencies } = await measure(engine, queries);
    for (const [what, kinds, goal] of [
      ['without a typo', exactKinds, 'recall 1'],
      ['with a typo', typoKinds, 'recall at least 0.97, rank at least 0.9'],
      ['beyond the contract', beyondKinds, undefined],
    ] as const)
      for (const each of [kinds, ...kinds.map((kind) => [kind])]) {
        const { recallAtFive, meanReciprocalRank, queries } = quality(each);
        const named = `${name}, ${each === kinds ? `all ${what}` : each[0]} (${queries})`;
        figures.push(
          {
            what: `${named}: recall at 5`,
            value: recallAtFive,
            unit: '',
            ...(each === kinds && goal && { goal }),
          },
          { what: `${named}: mean reciprocal rank`, value: meanReciprocalRank, unit: '' },
        );
      }
    figures.push(...latencyFigures(`${name}, a query`, latencies));
    for (const { kind, text, id, found } of misses.slice(0, shownMisses))
      context.say(`${kind}: "${text}" should find ${id}, found ${found.join() || 'nothing'}`);
  }
  return figures;
}

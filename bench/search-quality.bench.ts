import { createCorpus, createQueries, measure, type Quality } from '@journal/search/quality';
import type { BenchContext, Figure } from './bench.ts';
import { percentile } from './http/percentile.ts';
import { filledSearches } from './search/filled-searches.ts';

export const name = 'search: what queries with errors find in 3,000 articles';

const articles = 3_000;
const seed = 1;
const missesTold = 20;

export async function run(context: BenchContext): Promise<Figure[]> {
  const corpus = [...createCorpus({ articles, seed })];
  context.say('making the queries …');
  const queries = createQueries(corpus, { seed });
  const figures: Figure[] = [];
  for await (const { name, engine } of filledSearches(context, corpus)) {
    const { kinds, typos, all, misses, latencies } = await measure(engine, queries);
    const tell = (what: string, { recallAtFive, meanReciprocalRank, queries }: Quality, goal?: string) => {
      const named = `${name}, ${what} (${queries})`;
      figures.push(
        { what: `${named}: recall at 5`, value: recallAtFive, unit: '', ...(goal && { goal }) },
        { what: `${named}: mean reciprocal rank`, value: meanReciprocalRank, unit: '' },
      );
    };
    for (const [kind, quality] of kinds) tell(kind, quality);
    tell('all kinds with an error', typos, 'at least 0.97');
    tell('all', all, 'mean reciprocal rank at least 0.9');
    figures.push(
      { what: `${name}, a query, p50`, value: percentile(latencies, 0.5), unit: 'ms' },
      { what: `${name}, a query, p99`, value: percentile(latencies, 0.99), unit: 'ms' },
    );
    for (const { kind, text, right, found } of misses.slice(0, missesTold))
      context.say(`${kind}: "${text}" should find ${right.slice(0, 5)}, found ${found.join() || 'nothing'}`);
  }
  return figures;
}

import type { SearchEngine } from '../search.port.ts';
import { parseQuery } from '../text/parse-query.ts';
import type { QualityQuery, QueryKind } from './queries.ts';

export type Quality = {
  readonly queries: number;
  /** Share of queries with their article among the first five hits; 0 to 1. */
  readonly recallAtFive: number;
  /** Mean over the queries: 1 for a first hit, 1/2 for a second, and so on to 1/5; 0 if none of the five. */
  readonly meanReciprocalRank: number;
};

const shown = 5;

/** Runs every query, one at a time, and records its first five hits. */
export async function measure(engine: Pick<SearchEngine, 'search'>, queries: readonly QualityQuery[]) {
  /** Duration of each query, in milliseconds. */
  const latencies: number[] = [];
  const asked: (QualityQuery & { readonly found: readonly number[] })[] = [];
  for (const query of queries) {
    const start = performance.now();
    const page = { limit: shown, offset: 0 };
    const hits = await engine.search(parseQuery(query.text), page, AbortSignal.timeout(10_000));
    latencies.push(performance.now() - start);
    asked.push({ ...query, found: hits.map(({ id }) => id) });
  }
  const quality = (kinds: readonly QueryKind[]): Quality => {
    const ranks = asked
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ id, found }) => found.indexOf(id) + 1);
    const mean = (of: (rank: number) => number) =>
      ranks.reduce((sum, rank) => sum + (rank === 0 ? 0 : of(rank)), 0) / Math.max(1, ranks.length);
    return {
      queries: ranks.length,
      recallAtFive: mean(() => 1),
      meanReciprocalRank: mean((rank) => 1 / rank),
    };
  };
  return { quality, misses: asked.filter(({ id, found }) => !found.includes(id)), latencies };
}

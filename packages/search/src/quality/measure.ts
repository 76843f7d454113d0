import type { SearchEngine } from '../search.port.ts';
import { parseQuery } from '../text/parse-query.ts';
import type { QualityQuery, QueryKind } from './queries.ts';

export type Quality = {
  readonly queries: number;
  /** The share of queries that have their article among the first five hits; 0 to 1. */
  readonly recallAtFive: number;
  /** 1 where it is the first hit, 1/2 where it is the second, and so on to 1/5; the mean over all queries. */
  readonly meanReciprocalRank: number;
};

const shown = 5;

/** Asks every query, one at a time, for its first five hits. */
export async function measure(engine: Pick<SearchEngine, 'search'>, queries: readonly QualityQuery[]) {
  /** Milliseconds of each query. */
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

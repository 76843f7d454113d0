import type { SearchEngine } from '../search.port.ts';
import type { QualityCase } from './errors/create-queries.ts';
import { type QueryKind, typoKinds } from './errors/query-kinds.ts';

export type Quality = {
  readonly queries: number;
  /** Of the right articles, at most five of a query, the share that is among the first five hits; 0 to 1. */
  readonly recallAtFive: number;
  /** 1 where the first hit is a right one, 1/2 where the second is, and so on to 1/5; the mean over all queries. */
  readonly meanReciprocalRank: number;
};

export type Measured = {
  readonly kinds: ReadonlyMap<QueryKind, Quality>;
  readonly typos: Quality;
  readonly all: Quality;
  /** Queries of which a right article is not among the first five, with what was there instead. */
  readonly misses: readonly (QualityCase & { readonly found: readonly number[] })[];
  /** Milliseconds of each query, one after the other, in the order of the cases. */
  readonly latencies: readonly number[];
};

type Outcome = {
  readonly asked: QualityCase;
  readonly found: readonly number[];
  readonly recall: number;
  readonly rank: number;
};

const shown = 5;

/** Asks every query, one at a time, for its first five hits. */
export async function measure(
  engine: Pick<SearchEngine, 'search'>,
  cases: readonly QualityCase[],
): Promise<Measured> {
  const outcomes: Outcome[] = [];
  const latencies: number[] = [];
  for (const asked of cases) {
    const from = performance.now();
    const hits = await engine.search({ text: asked.text, limit: shown, offset: 0 });
    latencies.push(performance.now() - from);
    const found = hits.map(({ id }) => id);
    const right = new Set(asked.right);
    outcomes.push({
      asked,
      found,
      recall: found.filter((id) => right.has(id)).length / Math.min(shown, right.size),
      rank: found.findIndex((id) => right.has(id)) + 1,
    });
  }
  const byKind = Map.groupBy(outcomes, ({ asked }) => asked.kind);
  return {
    kinds: new Map([...byKind].map(([kind, of]) => [kind, quality(of)])),
    typos: quality(outcomes.filter(({ asked }) => typoKinds.includes(asked.kind))),
    all: quality(outcomes),
    misses: outcomes.filter(({ recall }) => recall < 1).map(({ asked, found }) => ({ ...asked, found })),
    latencies,
  };
}

function quality(outcomes: readonly Outcome[]): Quality {
  const mean = (of: (outcome: Outcome) => number) =>
    outcomes.reduce((sum, outcome) => sum + of(outcome), 0) / Math.max(1, outcomes.length);
  return {
    queries: outcomes.length,
    recallAtFive: mean(({ recall }) => recall),
    meanReciprocalRank: mean(({ rank }) => (rank === 0 ? 0 : 1 / rank)),
  };
}

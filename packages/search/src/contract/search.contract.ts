import { beforeAll, describe, expect, it } from 'vitest';
import { createCorpus } from '../quality/corpus.ts';
import { measure } from '../quality/measure.ts';
import { createQueries, exactKinds, type QueryKind, typoKinds } from '../quality/queries.ts';
import { describeChanging } from './changing.contract.ts';
import { describeFinding } from './finding.contract.ts';
import { type OpenedSearch, useSearch } from './opened-search.ts';
import { describeRanking } from './ranking.contract.ts';

/**
 * Registers the specs of what every adapter promises; `beyond` are the kinds of queries that this one answers as well
 * as the others.
 */
export function describeSearchContract(
  name: string,
  open: () => Promise<OpenedSearch>,
  beyond: readonly QueryKind[] = [],
): void {
  describe(`the search contract, kept by ${name}`, () => {
    const calls = useSearch(open);
    describeFinding(calls);
    describeRanking(calls);
    describeChanging(calls);

    describe('of hundreds of queries in a thousand articles', () => {
      let measured: Awaited<ReturnType<typeof measure>>;
      beforeAll(async () => {
        const articles = [...createCorpus({ articles: 1_000, seed: 11 })];
        await calls.fill(articles);
        measured = await measure(calls.opened().engine, createQueries(articles, { seed: 11, each: 20 }));
      }, 120_000);

      it('finds what was meant among the first five, near the top', () => {
        const misses = JSON.stringify(measured.misses);
        expect(measured.quality(exactKinds).recallAtFive, misses).toBe(1);
        for (const kinds of beyond.length > 0 ? [typoKinds, beyond] : [typoKinds]) {
          expect(measured.quality(kinds).queries).toBeGreaterThanOrEqual(100);
          expect(measured.quality(kinds).recallAtFive, misses).toBeGreaterThanOrEqual(0.97);
          expect(measured.quality(kinds).meanReciprocalRank).toBeGreaterThanOrEqual(0.9);
        }
      });
    });
  });
}

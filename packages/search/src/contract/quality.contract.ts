import { until } from '@journal/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCorpus } from '../quality/corpus/create-corpus.ts';
import { createQueries } from '../quality/errors/create-queries.ts';
import { typoKinds } from '../quality/errors/query-kinds.ts';
import { hardCases } from '../quality/hard/hard-cases.ts';
import { hardDocuments } from '../quality/hard/hard-documents.ts';
import { type Measured, measure } from '../quality/measure.ts';
import type { Search } from './opened-search.ts';
import { searchCalls } from './search-calls.ts';

const goals = { typos: 0.97, exactAndBeginnings: 1, meanReciprocalRank: 0.9 };

export function describeQuality(search: Search): void {
  const { ids, fill } = searchCalls(search);

  describe('queries that are hard', () => {
    beforeAll(() => fill(hardDocuments));

    it.each(hardCases)('%s: %j', async (_what, text, found) => {
      expect(await ids(text, 20)).toEqual(found);
    });
  });

  describe('hundreds of queries in a thousand articles', () => {
    let measured: Measured;
    beforeAll(async () => {
      const articles = [...createCorpus({ articles: 1_000, seed: 11 })];
      await fill(articles);
      // What an engine reads first may take a busy machine longer than a search waits for it.
      await until(async () => {
        const last = articles.at(-1);
        expect(await ids(last?.title ?? '', 20)).toContain(last?.id);
      });
      measured = await measure(search().engine, createQueries(articles, { seed: 11, each: 15 }));
    }, 120_000);
    const missed = () =>
      measured.misses.map(({ kind, text, right, found }) => ({ kind, text, right, found }));

    it('with errors find what was meant among the first five', () => {
      expect(measured.all.queries).toBeGreaterThanOrEqual(300);
      expect(measured.typos.recallAtFive, JSON.stringify(missed())).toBeGreaterThanOrEqual(goals.typos);
    });

    it('without errors, whole or begun, find all of it', () => {
      for (const [kind, { recallAtFive, queries }] of measured.kinds) {
        expect(queries, kind).toBeGreaterThan(0);
        if (!typoKinds.includes(kind))
          expect(recallAtFive, `${kind}: ${JSON.stringify(missed())}`).toBe(goals.exactAndBeginnings);
      }
    });

    it('have it near the top', () => {
      expect(measured.all.meanReciprocalRank).toBeGreaterThanOrEqual(goals.meanReciprocalRank);
      for (const [kind, { meanReciprocalRank }] of measured.kinds)
        expect(meanReciprocalRank, kind).toBeGreaterThanOrEqual(goals.meanReciprocalRank);
    });
  });
}

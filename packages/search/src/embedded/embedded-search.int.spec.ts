import { createPool } from '@journal/postgres';
import { createTestDatabase } from '@journal/testing';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { useSearch } from '../contract/opened-search.ts';
import { describeSearchContract } from '../contract/search.contract.ts';
import { createCorpus } from '../quality/corpus.ts';
import { hardCases, hardDocuments } from '../quality/hard-cases.ts';
import { type Measured, measure } from '../quality/measure.ts';
import { beyondKinds, createQueries, exactKinds, typoKinds } from '../quality/queries.ts';
import { createEmbeddedEngine } from './embedded-engine.ts';
import { createEmbeddedIndex } from './embedded-index.ts';

async function open() {
  const database = await createTestDatabase(inject('postgresUrl'));
  const pool = createPool(database.url, { applicationName: 'search spec' });
  const another = () => createEmbeddedEngine({ pool });
  return {
    index: createEmbeddedIndex({ pool }),
    engine: another(),
    another,
    async close() {
      await pool.end();
      await database.drop();
    },
  };
}

describeSearchContract('the embedded engine', open);

describe('beyond the contract, the embedded engine', () => {
  const { ids, fill, opened } = useSearch(open);

  describe('answers what is hard', () => {
    beforeAll(() => fill(hardDocuments));

    it.each(hardCases)('%s: %j', async (_what, text, found) => {
      expect(await ids(text, 20)).toEqual(found);
    });
  });

  describe('forgives more', () => {
    beforeAll(() =>
      fill([
        { id: 1, title: 'A school garden' },
        { id: 2, title: 'Our schoolgarden' },
        { id: 3, title: 'A note book' },
        { id: 4, title: 'Why debate clubs matter' },
      ]),
    );

    it.each([
      ['a space left out of a word that is only begun', 'notebo', [3]],
      ['no space where the word itself is found', 'schoolgarden', [2]],
      ['a prefix with its first letter wrong', 'febat', [4]],
      ['prefixes in any order', 'mat deb clu', [4]],
      ['two swaps, one of the first letters', 'cshoolgadren', [2]],
    ])('%s: %s', async (_what, text, found) => {
      expect(await ids(text)).toEqual(found);
    });
  });

  describe('of hundreds of queries in a thousand articles', () => {
    let measured: Measured;
    beforeAll(async () => {
      const articles = [...createCorpus({ articles: 1_000, seed: 11 })];
      await fill(articles);
      measured = await measure(opened().engine, createQueries(articles, { seed: 11, each: 20 }));
    }, 60_000);

    it('finds what was meant among the first five, near the top', () => {
      const misses = JSON.stringify(measured.misses);
      expect(measured.quality(exactKinds).recallAtFive, misses).toBe(1);
      for (const kinds of [typoKinds, beyondKinds]) {
        expect(measured.quality(kinds).queries).toBeGreaterThanOrEqual(100);
        expect(measured.quality(kinds).recallAtFive, misses).toBeGreaterThanOrEqual(0.97);
        expect(measured.quality(kinds).meanReciprocalRank).toBeGreaterThanOrEqual(0.9);
      }
    });
  });
});

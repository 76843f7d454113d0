import { setTimeout as sleep } from 'node:timers/promises';
import type { Section } from '@journal/contracts';
import { isUnreachable } from '@journal/postgres';
import { checkSchemaName, schemaOf } from '@journal/read-models';
import type pg from 'pg';
import { compareRanks, type Rank } from '../matching/matcher.ts';
import { IndexLost, type SearchEngine, type SearchHit, SearchUnavailable } from '../search.port.ts';
import { type Reading, readingsOf } from '../words/words-of.ts';
import { type Candidate, findCandidates } from './candidates.ts';
import { lookUp } from './lookup.ts';
import { orLost } from './or-lost.ts';
import { levelsOf, rankOf } from './rank-candidate.ts';
import { searchModel } from './search.model.ts';
import { createTerms } from './terms.ts';
import { tiersOf } from './tiers.ts';

export type PostgresSearchEngineOptions = {
  readonly pool: Pick<pg.Pool, 'query'>;
  /** Read instead of the model's own. */
  readonly schema?: string;
};

type Ranked = { readonly candidate: Candidate; readonly rank: Rank };

const patience = 1_500;
/** Candidates of a tier: more than are shown, because they are the newest of it and not the best. */
const fewest = 40;

/** The index in Postgres, with its vocabulary in memory: what is near to a word is looked up here, who has it there. */
export function createPostgresSearchEngine({
  pool,
  schema = schemaOf(searchModel),
}: PostgresSearchEngineOptions): SearchEngine {
  checkSchemaName(schema);
  const terms = createTerms(pool, schema);

  /** Adds to `found` what the tiers of one reading have, until there are as many as wanted. */
  async function searchReading(reading: Reading, wanted: number, found: Map<number, Ranked>): Promise<void> {
    const { vocabulary, documents } = await terms.current();
    const lookups = lookUp(vocabulary, reading);
    const limit = Math.max(fewest, wanted);
    for (const tiers of tiersOf(lookups)) {
      if (found.size >= wanted) return;
      const asked = tiers.map(async (tier) => {
        const levels = levelsOf(lookups, tier);
        for (const candidate of await findCandidates(pool, { schema, tier, documents, limit, levels })) {
          const rank = rankOf(candidate, reading, tier, levels);
          const before = found.get(candidate.id);
          if (!before || compareRanks(rank, before.rank) < 0) found.set(candidate.id, { candidate, rank });
        }
      });
      await Promise.all(asked);
    }
  }

  async function find(text: string, wanted: number): Promise<readonly Ranked[]> {
    const found = new Map<number, Ranked>();
    for (const reading of readingsOf(text)) await searchReading(reading, wanted, found);
    return [...found.values()].sort(compareRanked);
  }

  return {
    model: searchModel,
    async search({ text, limit, offset }) {
      const ranked = await inTime(orLost(find(text, offset + limit)));
      return ranked.slice(offset, offset + limit).map(({ candidate }) => hitOf(candidate));
    },
    indexChanged: () => terms.changed(),
    async check() {
      await inTime(orLost(terms.current()));
    },
    start() {
      terms.current().catch(() => {});
    },
    async close() {},
  };
}

function compareRanked(one: Ranked, other: Ranked): number {
  return (
    compareRanks(one.rank, other.rank) ||
    other.candidate.created_at.getTime() - one.candidate.created_at.getTime() ||
    other.candidate.id - one.candidate.id
  );
}

function hitOf(row: Candidate): SearchHit {
  return {
    id: row.id,
    title: row.title,
    excerpt: row.excerpt,
    section: row.section as Section,
    authorName: row.author_name,
    authorAge: row.author_age,
    createdAt: row.created_at.toISOString(),
  };
}

const queryTimeout = /timeout/i;

/** Throws `SearchUnavailable` where the database is away, has no index, or takes too long. */
async function inTime<T>(asked: Promise<T>): Promise<T> {
  const waiting = new AbortController();
  const late = sleep(patience, undefined, { signal: waiting.signal }).then(() => {
    throw new SearchUnavailable(`No answer within ${patience} ms`);
  });
  try {
    return await Promise.race([asked, late]);
  } catch (error) {
    if (error instanceof SearchUnavailable) throw error;
    if (
      error instanceof IndexLost ||
      isUnreachable(error) ||
      (error instanceof Error && queryTimeout.test(error.message))
    )
      throw new SearchUnavailable('The index in Postgres can not be searched now', { cause: error });
    throw error;
  } finally {
    waiting.abort();
    late.catch(() => {});
    asked.catch(() => {});
  }
}

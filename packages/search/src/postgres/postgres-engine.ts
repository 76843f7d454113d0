import type { Section } from '@journal/contracts';
import { isUndefinedTable, isUnreachable } from '@journal/postgres';
import { checkSchemaName, schemaOf } from '@journal/read-models';
import type pg from 'pg';
import { type SearchEngine, type SearchHit, SearchUnavailable } from '../search.port.ts';
import { within } from '../within.ts';
import { readingsOf } from '../words/words-of.ts';
import { createMemory } from './memory.ts';
import { searchModel } from './search.model.ts';

export type PostgresSearchEngineOptions = {
  readonly pool: Pick<pg.Pool, 'query'>;
  /** Read instead of the model's own. */
  readonly schema?: string;
  /** Milliseconds after which a search is given up; the first half of them it waits for what has changed. 1,500. */
  readonly patience?: number;
};

type HitRow = {
  id: number;
  title: string;
  excerpt: string;
  section: Section;
  author_name: string | null;
  author_age: number | null;
  created_at: Date;
};

/** For so many milliseconds at most the words of who was forgotten stay in memory, where they find nothing. */
const renewEvery = 3_600_000;

/**
 * The index in Postgres, whose words are read into the memory of this process and followed there: a search is answered
 * from memory, what its hits show from Postgres.
 */
export function createPostgresSearchEngine({
  pool,
  schema = schemaOf(searchModel),
  patience = 1_500,
}: PostgresSearchEngineOptions): SearchEngine {
  checkSchemaName(schema);
  const listeners: (() => void)[] = [];
  const memory = createMemory(pool, schema, {
    patience: patience / 2,
    onCaughtUp() {
      for (const tell of listeners) tell();
    },
  });
  let renewing: NodeJS.Timeout | undefined;

  async function readHits(ids: readonly number[]): Promise<readonly SearchHit[]> {
    if (ids.length === 0) return [];
    const { rows } = await pool.query<HitRow>({
      name: `${schema} hits`,
      text: `select id, title, excerpt, section, author_name, author_age, created_at
             from ${schema}.document where id = any ($1::integer[])`,
      values: [ids],
    });
    const hits = new Map(rows.map((row) => [row.id, hitOf(row)]));
    return ids.flatMap((id) => hits.get(id) ?? []);
  }

  return {
    model: searchModel,
    async search({ text, limit, offset }) {
      const readings = readingsOf(text);
      if (readings.length === 0) return [];
      return inTime(
        patience,
        memory.current().then((index) => readHits(index.best(readings, offset + limit).slice(offset))),
      );
    },
    indexChanged: () => memory.changed(),
    onCaughtUp: (tell) => void listeners.push(tell),
    async check() {
      await inTime(patience, memory.current());
    },
    start() {
      memory.current().catch(() => {});
      renewing ??= setInterval(() => memory.renew(), renewEvery).unref();
    },
    async close() {
      clearInterval(renewing);
    },
  };
}

function hitOf(row: HitRow): SearchHit {
  return {
    id: row.id,
    title: row.title,
    excerpt: row.excerpt,
    section: row.section,
    authorName: row.author_name,
    authorAge: row.author_age,
    createdAt: row.created_at.toISOString(),
  };
}

const queryTimeout = /timeout/i;

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return isUndefinedTable(error) || isUnreachable(error) || queryTimeout.test(error.message);
}

/** Throws `SearchUnavailable` where the database is away, has no index, or takes too long. */
async function inTime<T>(patience: number, asked: Promise<T>): Promise<T> {
  try {
    return await within(patience, asked);
  } catch (error) {
    if (error instanceof SearchUnavailable || !isUnavailable(error)) throw error;
    throw new SearchUnavailable('The index in Postgres can not be searched now', { cause: error });
  }
}

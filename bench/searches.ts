import process from 'node:process';
import { createPool } from '@journal/postgres';
import { schemaOf } from '@journal/read-models';
import {
  openSearchEngine,
  openSearchIndex,
  parseQuery,
  type SearchDocument,
  type SearchEngine,
  searchModelOf,
} from '@journal/search';
import { batches, createQueries } from '@journal/search/quality';
import { until } from '@journal/testing';
import { type BenchContext, type Figure, inParallel, latencyFigures, rateOf } from './bench.ts';

const manyClients = 32;
const warmUpQueries = 100;

export type QueryMeasurement = {
  readonly what: string;
  readonly questions: readonly string[];
  /** Rejects if there is no answer. Such a question is counted but not measured. */
  ask(question: string): Promise<unknown>;
  say(line: string): void;
  /** Goal for the p99 of a single client. */
  readonly goal?: string;
};

/** Resolves with latencies and throughput of one client and of 32. The first hundred questions are a warm-up. */
export async function measureQueries({
  what,
  questions,
  ask,
  say,
  goal,
}: QueryMeasurement): Promise<Figure[]> {
  await inParallel(1, questions.slice(0, warmUpQueries), (question) => ask(question).catch(() => undefined));
  const figures: Figure[] = [];
  for (const clients of [1, manyClients]) {
    const asked: { question: string; time: number; isAnswered: boolean }[] = [];
    const rate = await rateOf(async () => {
      await inParallel(clients, questions.slice(warmUpQueries), async (question) => {
        const from = performance.now();
        const isAnswered = await ask(question).then(
          () => true,
          () => false,
        );
        asked.push({ question, time: performance.now() - from, isAnswered });
      });
      return asked.filter(({ isAnswered }) => isAnswered).length;
    });
    const slowest = asked.toSorted((one, other) => other.time - one.time).slice(0, 5);
    say(`slowest: ${slowest.map(({ question, time }) => `"${question}" ${Math.round(time)} ms`).join(', ')}`);
    const named = clients === 1 ? `${what}, alone` : `${what}, ${clients} clients`;
    const times = asked.filter(({ isAnswered }) => isAnswered).map(({ time }) => time);
    const missed = asked.length - times.length;
    figures.push(
      ...latencyFigures(named, times, { goal: clients === 1 ? goal : undefined }),
      { what: `${named}, answers`, value: rate, unit: '/s' },
      ...(missed > 0 ? [{ what: `${named}, timed out`, value: missed, unit: `of ${asked.length}` }] : []),
    );
  }
  return figures;
}

export type FilledSearch = {
  /** Name of the engine in the figures. */
  readonly name: string;
  readonly engine: SearchEngine;
  readonly buildSeconds: number;
  /** Size of the index in Postgres. */
  readonly bytesInPostgres: number;
};

/**
 * Builds an index of the documents on every available engine: the embedded one, and the Meilisearch at
 * MEILISEARCH_TEST_URL if set.
 */
export async function* filledSearches(
  { startPostgres, defer, say }: BenchContext,
  documents: Iterable<SearchDocument>,
): AsyncGenerator<FilledSearch, void> {
  const { MEILISEARCH_TEST_URL: searchUrl, MEILISEARCH_TEST_KEY: searchKey } = process.env;
  const engines = [
    { name: 'embedded', where: {} },
    ...(searchUrl ? [{ name: 'Meilisearch', where: { searchUrl, searchKey } }] : []),
  ];
  for (const { name, where } of engines) {
    const pool = createPool(await startPostgres(), { applicationName: 'bench' });
    defer(() => pool.end());
    const index = openSearchIndex({ ...where, pool });
    const schema = schemaOf(searchModelOf(where));
    const engine = openSearchEngine({ ...where, pool });
    defer(async () => {
      await engine.close();
      await index.close();
    });
    say(`${name}: building …`);
    const from = performance.now();
    await index.build(batches(documents), (swap) => swap(), new AbortController().signal);
    const buildSeconds = (performance.now() - from) / 1_000;
    const { rows } = await pool.query<{ bytes: string }>(
      `select coalesce(sum(pg_total_relation_size(pg_class.oid)), 0) as bytes
       from pg_class join pg_namespace on pg_namespace.oid = relnamespace
       where nspname = $1 and relkind in ('r', 'S')`,
      [schema],
    );
    engine.start();
    await until(() => engine.search(parseQuery('a'), { limit: 1, offset: 0 }, AbortSignal.timeout(30_000)));
    yield { name, engine, buildSeconds, bytesInPostgres: Number(rows[0]?.bytes ?? 0) };
  }
}

/** Enough articles to derive queries from, few enough to do so in seconds. */
const looked = 500;
const seed = 3;

/**
 * Returns what reaches the search while people type: each query of the quality set (titles, names, text, with and
 * without typos) after 1, 2 and 3 letters, then after every third letter, then whole. Two of three are incomplete.
 */
export function typedQuestions(corpus: Iterable<SearchDocument>): string[] {
  const queries = createQueries(Iterator.from(corpus).take(looked).toArray(), { seed, each: 10 });
  const questions = queries.map(({ text }) => {
    const letters = [...text];
    const lengths = letters.keys().filter((length) => length > 0 && (length < 3 || length % 3 === 0));
    return [...lengths.map((length) => letters.slice(0, length).join('')), text];
  });
  // Interleaved, so that no two prefixes of one query are adjacent.
  const longest = Math.max(...questions.map((each) => each.length));
  return Array.from({ length: longest }, (_, turn) => questions.flatMap((each) => each[turn] ?? [])).flat();
}

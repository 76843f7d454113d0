import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { columnOf } from '@journal/events/fields';
import { isUndefinedTable, isUnreachable, timesAsText } from '@journal/postgres';
import { checkSchemaName, schemaOf } from '@journal/read-models';
import { abortable } from '@journal/service-kit/async';
import type pg from 'pg';
import { type SearchEngine, SearchUnavailable } from '../search.port.ts';
import { hitFields, type SearchHit } from '../search-document.ts';
import { createInvertedIndex, type InvertedIndex } from './inverted-index.ts';
import { searchModel } from './search.model.ts';

type ChangedRow = { id: number; created_at: Date | null; words: string | null; changed: string };

/** The part of the index that this process has read. */
type Loaded = { readonly indexId: string; readonly index: InvertedIndex; version: string; lastId: number };

const pageSize = 250;
/** Characters of words to index before yielding to the event loop: a few milliseconds, or one long document. */
const sliceLength = 32_768;
const maxId = 2_147_483_647;
/** Documents. A larger index works too, but more slowly: each process reads all of it when it starts. */
const usualMost = 20_000;

/**
 * Returns the read side of the embedded index. Each search first reads the changes since the last one into this
 * process's memory, finds IDs there, and reads the fields of the hits from Postgres. `schema` is the model's schema.
 * Once it has read more than `most` documents, it calls `warn` with a message that suggests a remedy.
 */
export function createEmbeddedEngine({
  pool,
  schema = schemaOf(searchModel),
  warn,
  most = usualMost,
}: {
  pool: Pick<pg.Pool, 'query'>;
  schema?: string;
  warn?: ((warning: string) => void) | undefined;
  most?: number;
}): SearchEngine {
  checkSchemaName(schema);
  let loaded: Loaded | undefined;
  let hasWarned = false;
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<InvertedIndex> | undefined;

  async function load(): Promise<InvertedIndex> {
    const {
      rows: [current],
    } = await pool.query<{ index_id: string; version: string }>({
      name: `${schema} version`,
      text: `select index_id, version from ${schema}.index_version`,
    });
    if (!current) throw new SearchUnavailable('The search index is not built yet');
    const isSame = loaded?.indexId === current.index_id;
    if (loaded && isSame && loaded.version === current.version && loaded.lastId === maxId)
      return loaded.index;
    const into =
      loaded && isSame
        ? loaded
        : { indexId: current.index_id, index: createInvertedIndex(), version: '-1', lastId: maxId };
    // Assigned before it is complete: if a page fails, the next search resumes from there.
    loaded = into;
    await loadPages(into);
    if (BigInt(into.version) < BigInt(current.version)) into.version = current.version;
    into.lastId = maxId;
    if (into.index.size() > most && !hasWarned) {
      hasWarned = true;
      warn?.(
        `${into.index.size()} articles are searched in memory, which is designed for ${most}: set SEARCH_URL to a Meilisearch`,
      );
    }
    return into.index;
  }

  const readPage = async (version: string, lastId: number) => {
    const { rows } = await pool.query<ChangedRow>({
      name: `${schema} changed`,
      text: `select id, created_at, words, changed from ${schema}.document
             where (changed, id) > ($1, $2) order by changed, id limit ${pageSize}`,
      values: [version, lastId],
    });
    return rows;
  };

  /** Indexes all newer rows; the database reads a page while the previous one is being indexed. */
  async function loadPages(into: Loaded): Promise<void> {
    let next: Promise<ChangedRow[]> | undefined = readPage(into.version, into.lastId);
    while (next) {
      const rows: ChangedRow[] = await next;
      const last = rows[pageSize - 1];
      next = last && readPage(last.changed, last.id);
      // An error is thrown when this page is awaited.
      next?.catch(() => {});
      await takeIn(into, rows);
    }
  }

  async function takeIn(into: Loaded, rows: readonly ChangedRow[]): Promise<void> {
    let letters = 0;
    for (const { id, created_at, words, changed } of rows) {
      if (words === null) into.index.remove(id);
      else into.index.put({ id, createdAt: created_at?.getTime() ?? 0, words: wordsIn(words) });
      into.version = changed;
      into.lastId = id;
      letters += words?.length ?? 0;
      if (letters < sliceLength) continue;
      letters = 0;
      await yieldToEventLoop();
    }
  }

  /** Resolves with the index including all changes committed before the call; calls during a load share the next. */
  function current(): Promise<InvertedIndex> {
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined;
        const read = load();
        running = read;
        return read;
      });
    return next;
  }

  async function readHits(ids: readonly number[]): Promise<readonly SearchHit[]> {
    if (ids.length === 0) return [];
    const { rows } = await pool.query<SearchHit>({
      name: `${schema} hits`,
      text: `select id, ${hitFields.map((name) => `${columnOf(name)} as "${name}"`).join(', ')}, created_at as "createdAt"
             from ${schema}.document where id = any ($1::integer[]) and words is not null`,
      values: [ids],
      types: timesAsText,
    });
    const hits = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => hits.get(id) ?? []);
  }

  return {
    async search(query, page, signal) {
      if (query.variants.length === 0) return [];
      try {
        const found = current().then((index) => readHits(index.search(query, page)));
        return await abortable(found, signal);
      } catch (error) {
        if (error instanceof SearchUnavailable || !isUnavailable(error, signal)) throw error;
        throw new SearchUnavailable('The embedded index cannot be searched now', { cause: error });
      }
    },
    start() {
      current().catch(() => {});
    },
    async close() {},
  };
}

function wordsIn(stored: string): readonly (readonly string[])[] {
  return stored.split('\n').map((line) => (line === '' ? [] : line.split(' ')));
}

function isUnavailable(error: unknown, signal: AbortSignal): boolean {
  if (signal.aborted) return true;
  return isUndefinedTable(error) || isUnreachable(error) || /timeout/i.test(String(error));
}

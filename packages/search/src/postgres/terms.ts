import type pg from 'pg';
import { createVocabulary, type Vocabulary } from '../matching/vocabulary.ts';

/** The vocabulary of the index, as it is in this process. */
export type Terms = {
  /** As it is once every change that has been told of before is in it. Rejects where the database is away. */
  current(): Promise<{ readonly vocabulary: Vocabulary; readonly documents: number }>;
  /** Something has changed: the next who asks gets what is there then. */
  changed(): void;
};

type Known = {
  readonly vocabulary: Vocabulary;
  readonly documents: number;
  /** The last change that is in it. */
  readonly last: string;
  /** Which tables it is from, and how many terms they had lost. */
  readonly tables: string;
  readonly removed: string;
};

type TermRow = { word: string; documents: number; heads: number; changed: string };

/** So many that reading them keeps nobody else waiting for long. */
const page = 5_000;

/**
 * Reads the terms once, and then those that have changed. Where some are gone, or the tables are others than before, all
 * are read anew.
 */
export function createTerms(pool: Pick<pg.Pool, 'query'>, schema: string): Terms {
  let known: Known | undefined;
  let isStale = true;
  let reading: Promise<Known> | undefined;

  async function readPage(after: string): Promise<TermRow[]> {
    const { rows } = await pool.query<TermRow>({
      name: `${schema} changed terms`,
      text: `select word, documents, heads, changed from ${schema}.term
             where changed > $1 order by changed limit ${page}`,
      values: [after],
    });
    return rows;
  }

  /** The highest id is a good enough count of documents: it is for guessing which way is the shorter one. */
  async function readState(): Promise<{ tables: string; removed: string; documents: number }> {
    const { rows } = await pool.query<{ tables: string; removed: string; documents: number }>({
      name: `${schema} terms`,
      text: `select $1::regclass::oid::text as tables, terms as removed,
               coalesce((select max(id) from ${schema}.document), 0) as documents from ${schema}.removed`,
      values: [`${schema}.term`],
    });
    const [row] = rows;
    if (!row) throw new Error(`${schema}.removed has no row`);
    return row;
  }

  async function readAfter(last: string, vocabulary: Vocabulary): Promise<string> {
    let reached = last;
    for (;;) {
      const rows = await readPage(reached);
      for (const { word, documents, heads } of rows) vocabulary.set(word, { documents, heads });
      reached = rows.at(-1)?.changed ?? reached;
      if (rows.length < page) return reached;
    }
  }

  async function read(): Promise<Known> {
    const now = await readState();
    const isSame = known?.tables === now.tables && known.removed === now.removed;
    const vocabulary = known && isSame ? known.vocabulary : createVocabulary();
    const last = await readAfter(known && isSame ? known.last : '0', vocabulary);
    return { ...now, vocabulary, last };
  }

  /** Begins to read, unless somebody has since the last change. */
  function readOnce(): Promise<Known> {
    if (reading && !isStale) return reading;
    isStale = false;
    const begun = (reading ?? Promise.resolve()).catch(() => {}).then(read);
    reading = begun;
    begun
      .then(
        (found) => {
          known = found;
        },
        () => {
          isStale = true;
        },
      )
      .finally(() => {
        if (reading === begun) reading = undefined;
      });
    return begun;
  }

  return {
    current: async () => (known && !isStale && !reading ? known : readOnce()),
    changed() {
      isStale = true;
    },
  };
}

import { inTransaction, migrate } from '@journal/postgres';
import type pg from 'pg';
import type { SearchDocument } from '../search.port.ts';
import { changeTerms, putDocuments, putWords } from './document-writes.ts';
import { countWords, indexedWords, type TermChange } from './indexed-words.ts';
import { searchModel, wordIndexes } from './search.model.ts';
import { writeAlone } from './write-alone.ts';

const termsAtOnce = 5_000;
/** Indexing a hundred thousand articles takes its time. */
const longestStatement = 3_600_000;

/**
 * Fills a schema beside the live one with the documents and puts it in its place, in a transaction that begins with
 * `swapping`. What an earlier attempt has left is removed.
 */
export async function buildDocuments(
  pool: pg.Pool,
  schema: string,
  documents: AsyncIterable<readonly SearchDocument[]>,
  swapping: (transaction: Pick<pg.Pool, 'query'>) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const next = `${schema}_next`;
  await pool.query(`drop schema if exists ${next} cascade`);
  await migrate(pool, next, searchModel.migrations);
  for (const name of Object.keys(wordIndexes)) await pool.query(`drop index ${next}.${name}`);
  const counts = new Map<string, TermChange>();
  for await (const batch of documents) {
    signal.throwIfAborted();
    const indexed = batch.map((document) => ({ ...document, ...indexedWords(document) }));
    for (const words of indexed) countWords(counts, words, 1);
    await writeAlone(pool, [putDocuments(next, indexed), putWords(next, indexed)]);
  }
  const terms = [...counts];
  for (let from = 0; from < terms.length; from += termsAtOnce) {
    signal.throwIfAborted();
    await writeAlone(pool, [changeTerms(next, new Map(terms.slice(from, from + termsAtOnce)))]);
  }
  for (const [name, what] of Object.entries(wordIndexes)) {
    signal.throwIfAborted();
    const text = `create index ${name} on ${next}.${what}`;
    await pool.query({ text, query_timeout: longestStatement } as pg.QueryConfig);
  }
  await pool.query(`analyze ${next}.document, ${next}.document_words, ${next}.term`);
  signal.throwIfAborted();
  await inTransaction(pool, async (transaction) => {
    await swapping(transaction);
    // Whoever reads long must not make everybody else wait behind the change.
    await transaction.query(`set local lock_timeout = '2s'`);
    await transaction.query(`drop schema if exists ${schema} cascade`);
    await transaction.query(`alter schema ${next} rename to ${schema}`);
  });
}

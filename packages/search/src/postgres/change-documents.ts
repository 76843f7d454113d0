import type { Write } from '@journal/postgres';
import type pg from 'pg';
import type { IndexChange } from '../search.port.ts';
import {
  changeTerms,
  putDocuments,
  putWords,
  removeDocuments,
  removeTerms,
  removeWords,
} from './document-writes.ts';
import { countWords, indexedWords, type TermChange } from './indexed-words.ts';
import { orLost } from './or-lost.ts';

type Database = Pick<pg.Pool, 'query'>;

/**
 * The writes that bring the tables of `schema` from what they are to what the change says. They hold as long as nobody
 * else writes there before. Throws `IndexLost` where the tables are gone.
 */
export async function writesOfChange(
  database: Database,
  schema: string,
  { documents, gone }: IndexChange,
): Promise<readonly Write[]> {
  const indexed = documents.map((document) => ({ ...document, ...indexedWords(document) }));
  const ids = [...documents.map(({ id }) => id), ...gone];
  const counts = new Map<string, TermChange>();
  for (const words of indexed) countWords(counts, words, 1);
  for (const words of await wordsThere(database, schema, ids)) countWords(counts, words, -1);
  for (const [word, { documents, heads }] of counts) if (documents === 0 && heads === 0) counts.delete(word);
  const over = await wordsThatEnd(database, schema, counts);
  for (const word of over) counts.delete(word);
  return [
    putDocuments(schema, indexed),
    putWords(schema, indexed),
    removeDocuments(schema, gone),
    removeWords(schema, gone),
    changeTerms(schema, counts),
    ...removeTerms(schema, over),
  ];
}

/** The words that the index has of these documents. */
async function wordsThere(database: Database, schema: string, ids: readonly number[]) {
  const { rows } = await orLost(
    database.query<{ head: string[]; all: string[] }>({
      name: `${schema} words there`,
      text: `select tsvector_to_array(head) as head, tsvector_to_array(words) as all
             from ${schema}.document join ${schema}.document_words using (id) where id = any ($1::integer[])`,
      values: [ids],
    }),
  );
  return rows.map(({ head, all }) => ({ head: new Set(head), all: new Set(all) }));
}

/** The words that no document has any more. */
async function wordsThatEnd(
  database: Database,
  schema: string,
  counts: ReadonlyMap<string, TermChange>,
): Promise<string[]> {
  const fewer = [...counts].filter(([, { documents }]) => documents < 0);
  if (fewer.length === 0) return [];
  const { rows } = await orLost(
    database.query<{ word: string; documents: number }>({
      name: `${schema} words that end`,
      text: `select word, documents from ${schema}.term where word = any ($1::text[])`,
      values: [fewer.map(([word]) => word)],
    }),
  );
  return rows
    .filter(({ word, documents }) => documents + (counts.get(word)?.documents ?? 0) <= 0)
    .map(({ word }) => word);
}

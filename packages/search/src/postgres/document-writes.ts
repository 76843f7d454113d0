import {
  type Column,
  columnArrays,
  integerArray,
  selectRows,
  textArray,
  type Write,
} from '@journal/postgres';
import type { SearchDocument } from '../search.port.ts';
import type { IndexedWords, TermChange } from './indexed-words.ts';

/** A document and its words. */
export type IndexedDocument = SearchDocument & IndexedWords;

const documentColumns: readonly Column<IndexedDocument>[] = [
  ['id', 'integer', (row) => row.id],
  ['title', 'text', (row) => row.title],
  ['excerpt', 'text', (row) => row.excerpt],
  ['section', 'text', (row) => row.section],
  ['author_name', 'text', (row) => row.authorName],
  ['author_age', 'integer', (row) => row.authorAge],
  ['created_at', 'timestamptz', (row) => row.createdAt],
  ['head', 'words', (row) => [...row.head].join(' ')],
];
const wordColumns: readonly Column<IndexedDocument>[] = [
  ['id', 'integer', (row) => row.id],
  ['words', 'words', (row) => [...row.all].join(' ')],
];

const replacing = (columns: readonly Column<IndexedDocument>[]) =>
  columns
    .slice(1)
    .map(([name]) => `${name} = excluded.${name}`)
    .join(', ');

const put = (table: string, columns: readonly Column<IndexedDocument>[]) => {
  const replaced = replacing(columns);
  return (schema: string, documents: readonly IndexedDocument[]): Write => ({
    text: (first) => `insert into ${schema}.${table} ${selectRows(columns, first)} cross join moved
      on conflict (id) do update set ${replaced}`,
    values: columnArrays(columns, documents),
  });
};

const remove =
  (table: string) =>
  (schema: string, ids: readonly number[]): Write => ({
    text: (first) => `delete from ${schema}.${table} using moved where id = any ($${first}::integer[])`,
    values: [integerArray(ids)],
  });

export const putDocuments = put('document', documentColumns);
export const putWords = put('document_words', wordColumns);
export const removeDocuments = remove('document');
export const removeWords = remove('document_words');

/** Adds the counts to the terms. */
export function changeTerms(schema: string, counts: ReadonlyMap<string, TermChange>): Write {
  return {
    text: (first) => `insert into ${schema}.term as term (word, documents, heads, changed)
      select word, documents, heads, nextval('${schema}.term_changed')
      from unnest($${first}::text[], $${first + 1}::integer[], $${first + 2}::integer[]) as row (word, documents, heads)
      cross join moved
      on conflict (word) do update set changed = excluded.changed,
        documents = term.documents + excluded.documents, heads = term.heads + excluded.heads`,
    values: [
      textArray([...counts.keys()]),
      integerArray(Array.from(counts.values(), ({ documents }) => documents)),
      integerArray(Array.from(counts.values(), ({ heads }) => heads)),
    ],
  };
}

/** Two writes, which do nothing where there are no words. */
export function removeTerms(schema: string, words: readonly string[]): readonly Write[] {
  return [
    {
      text: (first) => `delete from ${schema}.term using moved where word = any ($${first}::text[])`,
      values: [textArray(words)],
    },
    {
      text: (first) => `update ${schema}.removed set terms = terms + $${first}::integer from moved
        where $${first}::integer > 0`,
      values: [words.length],
    },
  ];
}

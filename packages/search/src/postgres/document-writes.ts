import { type Column, integerArray, replaceRows, type Write } from '@journal/postgres';
import type { IndexChange, SearchDocument } from '../search.port.ts';
import { storedWords } from './stored-words.ts';

const columns: readonly Column<SearchDocument>[] = [
  ['id', 'integer', (row) => row.id],
  ['title', 'text', (row) => row.title],
  ['excerpt', 'text', (row) => row.excerpt],
  ['section', 'text', (row) => row.section],
  ['author_name', 'text', (row) => row.authorName],
  ['author_age', 'integer', (row) => row.authorAge],
  ['created_at', 'timestamptz', (row) => row.createdAt],
  ['words', 'text', storedWords],
];
/** Puts the documents there, in the place of those that have their ids. */
export const putDocuments = (schema: string, documents: readonly SearchDocument[]): Write =>
  replaceRows(`${schema}.document`, columns, documents, ['changed']);

const remove =
  (table: string) =>
  (schema: string, ids: readonly number[]): Write => ({
    text: (first) => `delete from ${schema}.${table} using moved where id = any ($${first}::integer[])`,
    values: [integerArray(ids)],
  });
const removeDocuments = remove('document');
const removeGone = remove('gone');

function putGone(schema: string, ids: readonly number[]): Write {
  return {
    text: (first) => `insert into ${schema}.gone (id) select id from unnest($${first}::integer[]) as row (id)
      cross join moved on conflict (id) do update set changed = excluded.changed`,
    values: [integerArray(ids)],
  };
}

export function writesOfChange(schema: string, { documents, gone }: IndexChange): readonly Write[] {
  return [
    putDocuments(schema, documents),
    removeGone(
      schema,
      documents.map(({ id }) => id),
    ),
    removeDocuments(schema, gone),
    putGone(schema, gone),
  ];
}

import { articleFields, columnOf } from '@journal/events/fields';
import { timesAsText } from '@journal/postgres';
import { documentFields, type IndexChange, type SearchDocument } from '@journal/search';
import type pg from 'pg';

type Database = Pick<pg.Pool, 'query'>;

const fields = [
  'article.id',
  'article.created_at as "createdAt"',
  ...documentFields.map(
    (name) => `${'isBulk' in articleFields[name] ? 'version' : 'article'}.${columnOf(name)} as "${name}"`,
  ),
].join(', ');
const withContent = (schema: string) => `${schema}.article as article
  left join ${schema}.article_version as version
    on article.listed and version.article_id = article.id and version.revision = article.content_revision`;

/** Resolves with the current index change for these articles and for all articles of these contributors. */
export async function changedDocuments(
  database: Database,
  schema: string,
  { ids, contributorIds }: { readonly ids: readonly number[]; readonly contributorIds: readonly string[] },
): Promise<IndexChange> {
  const { rows } = await database.query<SearchDocument & { readonly listed: boolean }>({
    name: `${schema} changed documents`,
    text: `select ${fields}, article.listed from ${withContent(schema)}
           where article.id = any ($1::integer[]) or article.contributor_id = any ($2::text[])
           order by article.id`,
    values: [ids, contributorIds],
    types: timesAsText,
  });
  const listed = rows.filter((row) => row.listed);
  const there = new Set(listed.map(({ id }) => id));
  return {
    documents: listed.map(({ listed: _listed, ...document }) => document),
    deletedIds: [...new Set([...ids, ...rows.map(({ id }) => id)])].filter((id) => !there.has(id)),
  };
}

/** Small enough to have several pages in memory at 60 KB per document. */
const pageSize = 200;

/**
 * Yields all searchable documents, each article once, in pages ordered by ID. An article that changes meanwhile has its
 * old or its new state.
 */
export async function* allDocuments(
  database: Database,
  schema: string,
  signal: AbortSignal,
): AsyncGenerator<readonly SearchDocument[], void, undefined> {
  for (let last = 0; ; ) {
    signal.throwIfAborted();
    const { rows } = await database.query<SearchDocument>({
      name: `${schema} all documents`,
      text: `select ${fields} from ${withContent(schema)}
             where article.listed and article.id > $1 order by article.id limit ${pageSize}`,
      values: [last],
      types: timesAsText,
    });
    if (rows.length > 0) yield rows;
    if (rows.length < pageSize) return;
    last = rows.at(-1)?.id ?? last;
  }
}

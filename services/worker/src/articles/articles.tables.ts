import type { Write } from '@journal/postgres';
import { type Column, columnArrays, selectRows } from '@journal/postgres';
import type { ArticleRow, ArticleVersionRow } from '@journal/read-models';
import type pg from 'pg';

const articleColumns: readonly Column<ArticleRow>[] = [
  ['id', 'integer', (row) => row.id],
  ['revision', 'integer', (row) => row.revision],
  ['content_revision', 'integer', (row) => row.contentRevision],
  ['contributor_id', 'text', (row) => row.contributorId],
  ['title', 'text', (row) => row.title],
  ['excerpt', 'text', (row) => row.excerpt],
  ['section', 'text', (row) => row.section],
  ['author_name', 'text', (row) => row.authorName],
  ['author_age', 'integer', (row) => row.authorAge],
  ['author_school', 'text', (row) => row.authorSchool],
  ['read_time', 'integer', (row) => row.readTime],
  ['featured', 'integer', (row) => row.featured],
  ['created_at', 'timestamptz', (row) => row.createdAt],
  ['deleted_at', 'timestamptz', (row) => row.deletedAt],
];

const versionColumns: readonly Column<ArticleVersionRow>[] = [
  ['article_id', 'integer', (row) => row.articleId],
  ['revision', 'integer', (row) => row.revision],
  ['event', 'text', (row) => row.event],
  ['at', 'timestamptz', (row) => row.at],
  ['actor_id', 'text', (row) => row.actorId],
  ['actor_role', 'text', (row) => row.actorRole],
  ['request_id', 'text', (row) => row.requestId],
  ['position', 'text', (row) => row.position],
  ['changed', 'names', (row) => row.changed.join(',')],
  ['restored_revision', 'integer', (row) => row.restoredRevision],
  ['contributor_id', 'text', (row) => row.contributorId],
  ['title', 'text', (row) => row.title],
  ['excerpt', 'text', (row) => row.excerpt],
  ['section', 'text', (row) => row.section],
  ['author_name', 'text', (row) => row.authorName],
  ['author_age', 'integer', (row) => row.authorAge],
  ['author_school', 'text', (row) => row.authorSchool],
  ['read_time', 'integer', (row) => row.readTime],
  ['featured', 'integer', (row) => row.featured],
  ['content', 'text', (row) => row.content],
];

const replaced = articleColumns
  .slice(1)
  .map(([name]) => `${name} = excluded.${name}`)
  .join(', ');

type StoredArticle = Omit<ArticleRow, 'createdAt' | 'deletedAt'> & {
  createdAt: Date;
  deletedAt: Date | null;
};

const stored = `id, revision, content_revision as "contentRevision", contributor_id as "contributorId",
  title, excerpt, section, author_name as "authorName", author_age as "authorAge",
  author_school as "authorSchool", read_time as "readTime", featured,
  created_at as "createdAt", deleted_at as "deletedAt"`;

export const articlesTables = {
  async load(
    database: Pick<pg.Pool, 'query'>,
    schema: string,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, ArticleRow>> {
    const { rows } = await database.query<StoredArticle>({
      name: `${schema} load articles`,
      text: `select ${stored} from ${schema}.article where id = any ($1::integer[])`,
      values: [ids],
    });
    return new Map(rows.map((row) => [row.id, fromStored(row)]));
  },

  /** The articles of these contributors. */
  async loadOf(
    database: Pick<pg.Pool, 'query'>,
    schema: string,
    contributorIds: readonly string[],
  ): Promise<ReadonlyMap<number, ArticleRow>> {
    const { rows } = await database.query<StoredArticle>({
      name: `${schema} load contributors' articles`,
      text: `select ${stored} from ${schema}.article where contributor_id = any ($1::text[])`,
      values: [contributorIds],
    });
    return new Map(rows.map((row) => [row.id, fromStored(row)]));
  },

  save(schema: string, rows: readonly ArticleRow[]): Write {
    return {
      text: (first) => `insert into ${schema}.article ${selectRows(articleColumns, first)} cross join moved
        on conflict (id) do update set ${replaced}`,
      values: columnArrays(articleColumns, rows),
    };
  },

  insertVersions(schema: string, versions: readonly ArticleVersionRow[]): Write {
    return {
      text: (first) =>
        `insert into ${schema}.article_version ${selectRows(versionColumns, first)} cross join moved`,
      values: columnArrays(versionColumns, versions),
    };
  },
};

function fromStored(row: StoredArticle): ArticleRow {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    deletedAt: row.deletedAt === null ? null : row.deletedAt.toISOString(),
  };
}

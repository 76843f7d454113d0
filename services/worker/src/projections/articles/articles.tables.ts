import { type Column, insertRows, replaceRows, type Write } from '@journal/postgres';
import type { ArticleRow, ArticleVersionRow } from '@journal/read-models';
import type pg from 'pg';
import { versionHeadColumns } from '../../engine/version-head.ts';

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
  ...versionHeadColumns,
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

  save: (schema: string, rows: readonly ArticleRow[]): Write =>
    replaceRows(`${schema}.article`, articleColumns, rows),

  insertVersions: (schema: string, versions: readonly ArticleVersionRow[]): Write =>
    insertRows(`${schema}.article_version`, versionColumns, versions),
};

function fromStored(row: StoredArticle): ArticleRow {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    deletedAt: row.deletedAt === null ? null : row.deletedAt.toISOString(),
  };
}

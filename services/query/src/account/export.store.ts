import {
  type AccountExport,
  type ExportedArticle,
  type ExportedVersion,
  toArticle,
} from '@journal/contracts';
import type pg from 'pg';
import type { StoredArticle } from '../article/articles.store.ts';

type Event = AccountExport['events'][number];
type Newsletter = AccountExport['newsletter'];
type ArticleRow = StoredArticle & { readonly deletedAt: Date | null };
type VersionRow = Omit<ExportedVersion, 'at' | 'values'> & {
  readonly articleId: number;
  readonly at: Date;
  readonly values: Record<string, unknown>;
};

const longestQuery = 10_000;

/** What the schemas of accounts, articles and newsletter hold about one user. Rejects after 10 s without an answer. */
export function createExportStore(
  pool: pg.Pool,
  schemas: { accounts: string; articles: string; newsletter: string },
) {
  async function run<Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]) {
    const statement = { name, text, values, query_timeout: longestQuery };
    return (await pool.query<Row>(statement)).rows;
  }

  async function versionsOf(articleIds: readonly number[]): Promise<Map<number, ExportedVersion[]>> {
    const rows = await run<VersionRow>(
      'export versions',
      `select article_id as "articleId", revision, event, at, changed,
         jsonb_build_object('title', title, 'excerpt', excerpt, 'content', content, 'section', section,
           'authorName', author_name, 'authorAge', author_age, 'authorSchool', author_school,
           'readTime', read_time, 'featured', featured) as values
       from ${schemas.articles}.article_version
       where article_id = any ($1::integer[]) order by article_id, revision`,
      [articleIds],
    );
    const versions = new Map<number, ExportedVersion[]>(articleIds.map((id) => [id, []]));
    for (const { articleId, at, changed, values, ...version } of rows)
      versions.get(articleId)?.push({
        ...version,
        at: at.toISOString(),
        changed,
        values: Object.fromEntries(changed.map((field) => [field, values[field] ?? null])),
      });
    return versions;
  }

  return {
    /** What happened to the account, oldest first. */
    async events(userId: string): Promise<Event[]> {
      const rows = await run<Omit<Event, 'at'> & { at: Date }>(
        'export events',
        `select type, at, request_id as "requestId" from ${schemas.accounts}.account_event
         where user_id = $1 order by revision`,
        [userId],
      );
      return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
    },

    /** The newsletter subscription of the account's address. */
    async newsletter(userId: string): Promise<Newsletter> {
      const [row] = await run<{ email: string | null; confirmedAt: Date | null }>(
        'export newsletter',
        `select subscriber.email, subscriber.confirmed_at as "confirmedAt"
         from ${schemas.newsletter}.subscriber
         join ${schemas.accounts}.account on account.email_hash = subscriber.address_hash
         where account.user_id = $1`,
        [userId],
      );
      return row ? { email: row.email, confirmedAt: row.confirmedAt?.toISOString() ?? null } : null;
    },

    /** The user's pieces with all their versions, deleted ones too, oldest first. */
    async articles(userId: string): Promise<ExportedArticle[]> {
      const rows = await run<ArticleRow>(
        'export articles',
        `select article.id, article.revision, article.title, article.excerpt, article.section,
           article.author_name as "authorName", article.author_age as "authorAge",
           article.author_school as "authorSchool", article.read_time as "readTime", article.featured,
           article.created_at as "createdAt", article.deleted_at as "deletedAt", version.content
         from ${schemas.articles}.article
         join ${schemas.articles}.article_version as version
           on version.article_id = article.id and version.revision = article.content_revision
         where article.contributor_id = $1 and article.title is not null order by article.id`,
        [userId],
      );
      const versions = await versionsOf(rows.map((row) => row.id));
      return rows.map(({ createdAt, deletedAt, ...article }) => ({
        ...toArticle({ ...article, createdAt: createdAt.toISOString() }),
        deletedAt: deletedAt?.toISOString() ?? null,
        versions: versions.get(article.id) ?? [],
      }));
    },
  };
}

export type ExportStore = ReturnType<typeof createExportStore>;

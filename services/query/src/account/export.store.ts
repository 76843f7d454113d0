import { type AccountExport, toArticle, toOwnSubmission } from '@journal/contracts';
import type pg from 'pg';
import { articleColumns, type StoredArticle, toArticleSource } from '../article/articles.store.ts';
import { articleHistory, type HistorySource, submissionHistory } from '../history/history.store.ts';
import { createPrepared } from '../statements.ts';
import {
  type StoredSubmission,
  submissionColumns,
  toSubmissionSource,
} from '../submission/submissions.store.ts';

/** All that is held about a user, apart from the account. */
type Held = Omit<AccountExport, 'exportedAt' | 'account'>;
type Version<Event extends string> = {
  readonly revision: number;
  readonly event: Event;
  readonly at: string;
  readonly changed: string[];
  readonly values: Record<string, unknown>;
};
type VersionRow<Event extends string> = Omit<Version<Event>, 'at'> & {
  readonly pieceId: string | number;
  readonly at: Date;
};

/** The statements on all that is held about one user. Rejects after 10 s without an answer. */
export function createExportStore(
  pool: pg.Pool,
  schemas: Readonly<Record<'accounts' | 'articles' | 'submissions' | 'newsletter', string>>,
) {
  const run = createPrepared(pool, 'export', 10_000);

  /** Resolves with the versions of the pieces by id, oldest first, each with the values that it brought. */
  async function versionsOf<Event extends string>(
    { table, key, fields }: HistorySource,
    schema: string,
    ids: readonly (string | number)[],
  ): Promise<ReadonlyMap<string | number, Version<Event>[]>> {
    const values = Object.entries(fields).map(([field, column]) => `'${field}', ${column}`);
    const rows = await run<VersionRow<Event>>(
      table,
      `select ${key} as "pieceId", revision, event, at, changed,
         jsonb_build_object(${values.join(', ')}) as values
       from ${schema}.${table} where ${key} = any ($1) order by ${key}, revision`,
      [ids],
    );
    const versions = new Map<string | number, Version<Event>[]>(ids.map((id) => [id, []]));
    for (const { pieceId, at, values: all, ...version } of rows)
      versions.get(pieceId)?.push({
        ...version,
        at: at.toISOString(),
        values: Object.fromEntries(version.changed.map((field) => [field, all[field] ?? null])),
      });
    return versions;
  }

  /** What happened to the account, oldest first. */
  async function events(userId: string): Promise<Held['events']> {
    const rows = await run<Omit<Held['events'][number], 'at'> & { at: Date }>(
      'events',
      `select type, at, request_id as "requestId" from ${schemas.accounts}.account_event
       where user_id = $1 order by revision`,
      [userId],
    );
    return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
  }

  /** The newsletter subscription of the account's address. */
  async function newsletter(userId: string): Promise<Held['newsletter']> {
    const [row] = await run<{ email: string | null; confirmedAt: Date | null }>(
      'newsletter',
      `select subscriber.email, subscriber.confirmed_at as "confirmedAt"
       from ${schemas.newsletter}.subscriber
       join ${schemas.accounts}.account on account.email_hash = subscriber.address_hash
       where account.user_id = $1`,
      [userId],
    );
    return row ? { email: row.email, confirmedAt: row.confirmedAt?.toISOString() ?? null } : null;
  }

  /** The user's articles with all their versions, deleted ones too, oldest first. */
  async function articles(userId: string): Promise<Held['articles']> {
    const rows = await run<StoredArticle & { readonly deletedAt: Date | null }>(
      'articles',
      `select ${articleColumns}, article.deleted_at as "deletedAt", version.content
       from ${schemas.articles}.article
       join ${schemas.articles}.article_version as version
         on version.article_id = article.id and version.revision = article.content_revision
       where article.contributor_id = $1 and article.title is not null order by article.id`,
      [userId],
    );
    const versions = await versionsOf<Held['articles'][number]['versions'][number]['event']>(
      articleHistory,
      schemas.articles,
      rows.map(({ id }) => id),
    );
    return rows.map(({ deletedAt, ...article }) => ({
      ...toArticle(toArticleSource(article)),
      deletedAt: deletedAt?.toISOString() ?? null,
      versions: versions.get(article.id) ?? [],
    }));
  }

  /** The user's pitches with all their versions, whatever became of them, oldest first. */
  async function submissions(userId: string): Promise<Held['submissions']> {
    const rows = await run<StoredSubmission>(
      'submissions',
      `select ${submissionColumns}
       from ${schemas.submissions}.submission join ${schemas.submissions}.submission_version as version
         on version.submission_id = submission.id and version.revision = submission.essay_revision
       where submission.user_id = $1 and known order by submission.position`,
      [userId],
    );
    const ids = rows.map(({ id }) => id);
    const versions = await versionsOf<string>(submissionHistory, schemas.submissions, ids);
    return rows.map((row) => ({
      ...toOwnSubmission(toSubmissionSource(row)),
      versions: versions.get(row.id) ?? [],
    }));
  }

  return {
    async heldAbout(userId: string): Promise<Held> {
      const [ofAccount, ofArticles, ofSubmissions, ofNewsletter] = await Promise.all([
        events(userId),
        articles(userId),
        submissions(userId),
        newsletter(userId),
      ]);
      return {
        events: ofAccount,
        articles: ofArticles,
        submissions: ofSubmissions,
        newsletter: ofNewsletter,
      };
    },
  };
}

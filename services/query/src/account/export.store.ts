import { type AccountExport, toArticle, toOwnSubmission } from '@journal/contracts';
import type pg from 'pg';
import { createArticlesStore } from '../article/articles.store.ts';
import { openDatabase, schemas } from '../database.ts';
import { articleHistory, type HistorySource, submissionHistory } from '../history/history.store.ts';
import { createSubmissionsStore } from '../submission/submissions.store.ts';

/** All that is held about a user, apart from the account. */
type Held = Omit<AccountExport, 'exportedAt' | 'account'>;
type Version<Event extends string> = {
  readonly revision: number;
  readonly event: Event;
  readonly at: string;
  readonly changed: string[];
  readonly values: Record<string, unknown>;
};

/** Returns the query of all that is held about one user, oldest first. It rejects after 10 s without an answer. */
export function createExportStore(pool: pg.Pool) {
  const { run } = openDatabase(pool, { timeout: 10_000 });
  const articles = createArticlesStore(pool);
  const submissions = createSubmissionsStore(pool);

  /** Resolves with the versions of the pieces by id, each with the values that it brought. */
  async function versionsOf<Event extends string>(
    { table, key, fields }: HistorySource,
    ids: readonly (string | number)[],
  ): Promise<ReadonlyMap<string | number, Version<Event>[]>> {
    const values = Object.entries(fields).map(([field, column]) => `'${field}', ${column}`);
    const rows = await run<Version<Event> & { readonly pieceId: string | number }>(
      `select ${key} as "pieceId", revision, event, at, changed,
         jsonb_build_object(${values.join(', ')}) as values
       from ${table} where ${key} = any ($1) order by ${key}, revision`,
      ids,
    );
    const versions = new Map<string | number, Version<Event>[]>(ids.map((id) => [id, []]));
    for (const { pieceId, values: all, ...version } of rows)
      versions.get(pieceId)?.push({
        ...version,
        values: Object.fromEntries(version.changed.map((field) => [field, all[field] ?? null])),
      });
    return versions;
  }

  /** With all their versions, deleted ones too. */
  async function articlesOf(userId: string): Promise<Held['articles']> {
    const found = await articles.ofContributor(userId);
    const ids = found.map(({ id }) => id);
    const versions = await versionsOf<Held['articles'][number]['versions'][number]['event']>(
      articleHistory,
      ids,
    );
    return found.map((article) => ({
      ...toArticle(article),
      deletedAt: article.deletedAt,
      versions: versions.get(article.id) ?? [],
    }));
  }

  /** With all their versions, whatever became of them. */
  async function submissionsOf(userId: string): Promise<Held['submissions']> {
    const found = await submissions.allOf(userId);
    const ids = found.map(({ id }) => id);
    const versions = await versionsOf<string>(submissionHistory, ids);
    return found.map((row) => ({ ...toOwnSubmission(row), versions: versions.get(row.id) ?? [] }));
  }

  return {
    async heldAbout(userId: string): Promise<Held> {
      const [events, ofArticles, ofSubmissions, [newsletter = null]] = await Promise.all([
        run<Held['events'][number]>(
          `select type, at, request_id as "requestId" from ${schemas.accounts}.account_event
           where user_id = $1 order by revision`,
          userId,
        ),
        articlesOf(userId),
        submissionsOf(userId),
        run<NonNullable<Held['newsletter']>>(
          `select subscriber.email, subscriber.confirmed_at as "confirmedAt"
           from ${schemas.newsletter}.subscriber
           join ${schemas.accounts}.account on account.email_hash = subscriber.address_hash
           where account.user_id = $1`,
          userId,
        ),
      ]);
      return { events, articles: ofArticles, submissions: ofSubmissions, newsletter };
    },
  };
}

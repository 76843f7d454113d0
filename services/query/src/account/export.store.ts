import { type AccountExport, toArticle } from '@journal/contracts';
import type pg from 'pg';
import { createArticlesStore } from '../article/articles.store.ts';
import { createCommentsStore } from '../comment/comments.store.ts';
import { openDatabase, schemas } from '../database.ts';
import { articleHistory, type HistorySource, submissionHistory } from '../history/history.store.ts';
import { showOwn, undisclosedRevisions } from '../submission/own-submission.ts';
import { createSubmissionsStore } from '../submission/submissions.store.ts';

/** Everything stored about a user except account, settings, guardian's consent, sessions, passkeys and drafts. */
type StoredData = Omit<
  AccountExport,
  'exportedAt' | 'account' | 'settings' | 'consent' | 'sessions' | 'passkeys' | 'drafts'
>;
type Version = StoredData['articles'][number]['versions'][number] &
  StoredData['submissions'][number]['versions'][number];

/** Returns the query for everything stored about one user, oldest first. It rejects after 10 s without an answer. */
export function createExportStore(pool: pg.Pool) {
  const { run } = openDatabase(pool);
  const articles = createArticlesStore(pool);
  const submissions = createSubmissionsStore(pool);
  const comments = createCommentsStore(pool);

  /** Resolves with the pieces, each with all its versions and the values that these set. */
  async function withVersions<Piece extends { readonly id: string | number }>(
    { table, key, fields }: HistorySource,
    pieces: readonly Piece[],
  ): Promise<(Piece & { versions: Version[] })[]> {
    const values = Object.entries(fields).map(([field, column]) => `'${field}', ${column}`);
    const rows = await run<Version & { readonly pieceId: string | number }>(
      `select ${key} as "pieceId", revision, event, at, changed,
         jsonb_build_object(${values.join(', ')}) as values
       from ${table} where ${key} = any ($1) order by ${key}, revision`,
      pieces.map(({ id }) => id),
    );
    const versions = Map.groupBy(rows, ({ pieceId }) => pieceId);
    return pieces.map((piece) => ({
      ...piece,
      versions: (versions.get(piece.id) ?? []).map(({ pieceId: _piece, values: all, ...version }) => ({
        ...version,
        values: Object.fromEntries(version.changed.map((field) => [field, all[field] ?? null])),
      })),
    }));
  }

  /** Includes deleted articles. */
  const articlesOf = async (userId: string) => {
    const found = await articles.ofContributor(userId);
    const shown = found.map((article) => ({ ...toArticle(article), deletedAt: article.deletedAt }));
    return withVersions(articleHistory, shown);
  };

  /**
   * All pitches, whatever became of them, with everything that editors said about them, and the concerns about those
   * that have been erased. Steps of which the writer has not been told yet are left out.
   */
  async function submissionsOf(userId: string): Promise<Pick<StoredData, 'submissions' | 'concerns'>> {
    const [found, said, reported] = await Promise.all([
      submissions.allOf(userId),
      comments.allAbout(userId),
      submissions.concernsOf(userId),
    ]);
    const undisclosed = new Map(found.map((row) => [row.id, undisclosedRevisions(row)]));
    const whole = await withVersions(
      submissionHistory,
      found.map((row) => showOwn(row)),
    );
    const pitches = whole.map(({ versions, ...pitch }) => ({
      ...pitch,
      versions: versions.filter(({ revision }) => !undisclosed.get(pitch.id)?.has(revision)),
      comments: [...(said.get(pitch.id) ?? [])],
      concerns: reported
        .filter(({ submissionId }) => submissionId === pitch.id)
        .map(({ at, text }) => ({ at, text })),
    }));
    const concerns = reported.flatMap(({ submissionId, at, text }) =>
      submissionId === null || undisclosed.has(submissionId) ? [] : [{ submissionId, at, text }],
    );
    return { submissions: pitches, concerns };
  }

  return {
    /**
     * `isOwner`: whether the address is known to be theirs. Otherwise its newsletter is included only if they have
     * confirmed it: anybody can register with the address of somebody else.
     */
    async storedAbout(userId: string, isOwner: boolean): Promise<StoredData> {
      const [events, ofArticles, ofSubmissions, [newsletter = null]] = await Promise.all([
        run<StoredData['events'][number]>(
          `select type, at, request_id as "requestId" from ${schemas.accounts}.account_event
           where user_id = $1 order by revision`,
          userId,
        ),
        articlesOf(userId),
        submissionsOf(userId),
        run<NonNullable<StoredData['newsletter']>>(
          `select subscriber.email, subscriber.confirmed_at as "confirmedAt", subscriber.section as "onlySection"
           from ${schemas.newsletter}.subscriber
           join ${schemas.accounts}.account on account.email_hash = subscriber.address_hash
           where account.user_id = $1 and ($2 or exists (
             select from ${schemas.accounts}.account_event event
             where event.user_id = $1 and event.type = 'UserEmailConfirmed'))`,
          userId,
          isOwner,
        ),
      ]);
      return { events, articles: ofArticles, ...ofSubmissions, newsletter };
    },
  };
}

import { willBeInIssue } from '@journal/contracts';
import {
  type Byline,
  bylineOf,
  type ConsentState,
  consentMark,
  defaultByline,
  formerContributor,
  isPitch,
  withHeadings,
} from '@journal/events';
import type { MailedArticle, MailedIssue } from '@journal/issue-mail';
import {
  accountsModel,
  articlesIn,
  articlesModel,
  type IssueRow,
  pitchesIn,
  placedIn,
  type SubmissionRow,
  schemaOf,
  submissionsModel,
} from '@journal/read-models';
import type pg from 'pg';

const schema = schemaOf(articlesModel);

/**
 * Resolves with an issue as readers see it; undefined if they can't see it. `isWhole`: even if unpublished, and
 * including the pitches waiting for it, as the articles that they will become, except those without the consent that
 * `consentAge` requires.
 */
export async function readMailedIssue(
  pool: pg.Pool,
  number: number,
  {
    isWhole = false,
    consentAge,
  }: { readonly isWhole?: boolean; readonly consentAge?: number | undefined } = {},
): Promise<MailedIssue | undefined> {
  const found = await pool.query<
    Pick<IssueRow, 'number' | 'status' | 'title' | 'date' | 'letter' | 'pieces'>
  >(
    `select number, status, title, date, letter, pieces from ${schema}.issue
     where number = $1 and (status = 'published' or $2 and status <> 'discarded')`,
    [number, isWhole],
  );
  const [issue] = found.rows;
  if (!issue) return undefined;
  const pitches = isWhole ? await placedPitches(pool, pitchesIn(issue)) : [];
  const { rows } = await pool.query<MailedArticle & { readonly id: number }>(
    `select id, title, excerpt, coalesce(author_name, $2) as "authorName", author_age as "authorAge"
     from ${schema}.article where id = any ($1) and (listed
       or waits_for = $3 and deleted_at is null and hidden_at is null and title is not null)`,
    [[...articlesIn(issue), ...pitches.flatMap(({ id }) => id ?? [])], formerContributor, number],
  );
  const articles = new Map(rows.map((row) => [row.id, row]));
  const coming = new Map(
    pitches.map((row) => [
      row.submissionId,
      // It may have been edited, unnamed or hidden since it was published.
      row.id === null ? comingArticle(row, consentAge) : articles.get(row.id),
    ]),
  );
  const { status, title, date, letter } = issue;
  const isPublished = status === 'published';
  const pieces = placedIn(issue).map((piece) => ({
    heading: piece.heading,
    article: (isPitch(piece) ? coming.get(piece.submissionId) : articles.get(piece.articleId)) ?? null,
  }));
  return { number, title, date, letter, isPublished, pieces: withHeadings(pieces, isSeen) };
}

type Piece = MailedIssue['pieces'][number];
const isSeen = (piece: Piece): piece is Piece => piece.article !== null;

type PlacedPitch = Parameters<typeof bylineOf>[0] &
  Pick<SubmissionRow, 'status' | 'stage' | 'byline'> & {
    readonly submissionId: string;
    readonly id: number | null;
    readonly title: string;
    readonly excerpt: string;
    readonly consent: ConsentState | null;
  };

/** Resolves with the pitches that were placed in an issue. Those that are not articles yet are readable. */
async function placedPitches(pool: pg.Pool, ids: readonly string[]): Promise<readonly PlacedPitch[]> {
  if (ids.length === 0) return [];
  const { rows } = await pool.query<PlacedPitch>(
    `select id as "submissionId", article_id as id, article_title as title, article_summary as excerpt,
       submission.full_name as "fullName", age, school, byline, status, stage, consent
     from ${schemaOf(submissionsModel)}.submission
     left join ${schemaOf(accountsModel)}.account using (user_id)
     where id = any ($1) and (known or article_id is not null)`,
    [ids],
  );
  return rows;
}

/** Returns the article that a pitch will become; undefined if the issue will be published without it. */
function comingArticle(pitch: PlacedPitch, consentAge: number | undefined): MailedArticle | undefined {
  if (!willBeInIssue({ ...pitch, ...consentMark(pitch, consentAge) })) return undefined;
  const { id, title, excerpt } = pitch;
  const byline: Byline = pitch.byline === null ? defaultByline : JSON.parse(pitch.byline);
  return { id, title, excerpt, ...bylineOf(pitch, byline) };
}

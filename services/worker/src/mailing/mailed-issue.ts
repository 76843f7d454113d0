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
  const { rows } = await pool.query<MailedArticle & { readonly id: number }>(
    `select id, title, excerpt, coalesce(author_name, $2) as "authorName", author_age as "authorAge"
     from ${schema}.article where id = any ($1) and listed`,
    [articlesIn(issue), formerContributor],
  );
  const articles = new Map(rows.map((row) => [row.id, row]));
  const pitches = isWhole
    ? await comingPitches(pool, pitchesIn(issue), consentAge)
    : new Map<string, MailedArticle>();
  const { status, title, date, letter } = issue;
  const isPublished = status === 'published';
  const pieces = placedIn(issue).map((piece) => ({
    heading: piece.heading,
    article: (isPitch(piece) ? pitches.get(piece.submissionId) : articles.get(piece.articleId)) ?? null,
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

/** Resolves with those of the pitches that will be published with an issue, as the articles that they will become. */
async function comingPitches(
  pool: pg.Pool,
  ids: readonly string[],
  consentAge: number | undefined,
): Promise<Map<string, MailedArticle>> {
  if (ids.length === 0) return new Map();
  const { rows } = await pool.query<PlacedPitch>(
    `select id as "submissionId", article_id as id, article_title as title, article_summary as excerpt,
       submission.full_name as "fullName", age, school, byline, status, stage, consent
     from ${schemaOf(submissionsModel)}.submission
     left join ${schemaOf(accountsModel)}.account using (user_id)
     where id = any ($1) and known`,
    [ids],
  );
  return new Map(
    rows.flatMap((row) => {
      if (!willBeInIssue({ ...row, ...consentMark(row, consentAge) })) return [];
      const { submissionId, id, title, excerpt } = row;
      const byline: Byline = row.byline === null ? defaultByline : JSON.parse(row.byline);
      return [[submissionId, { id, title, excerpt, ...bylineOf(row, byline) }] as const];
    }),
  );
}

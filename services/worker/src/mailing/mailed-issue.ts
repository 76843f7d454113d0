import { isPitch, withHeadings } from '@journal/events';
import type { MailedIssue } from '@journal/issue-mail';
import { articlesIn, articlesModel, type IssueRow, placedIn, schemaOf } from '@journal/read-models';
import type pg from 'pg';

const schema = schemaOf(articlesModel);

/** Resolves with an issue as readers see it; undefined where they see none, unless it is wanted whole, out or not. */
export async function readMailedIssue(
  pool: pg.Pool,
  number: number,
  { isWhole = false } = {},
): Promise<MailedIssue | undefined> {
  const found = await pool.query<Pick<IssueRow, 'number' | 'title' | 'date' | 'letter' | 'pieces'>>(
    `select number, title, date, letter, pieces from ${schema}.issue 
     where number = $1 and (status = 'published' or $2)`,
    [number, isWhole],
  );
  const [issue] = found.rows;
  if (!issue) return undefined;
  const { rows } = await pool.query<NonNullable<MailedIssue['pieces'][number]['article']>>(
    `select id, title, excerpt, author_name as "authorName", author_age as "authorAge"
     from ${schema}.article where id = any ($1) and listed`,
    [articlesIn(issue)],
  );
  const articles = new Map(rows.map((row) => [row.id, row]));
  const { title, date, letter } = issue;
  const pieces = placedIn(issue).map((piece) => ({
    heading: piece.heading,
    article: isPitch(piece) ? null : (articles.get(piece.articleId) ?? null),
  }));
  return { number, title, date, letter, pieces: withHeadings(pieces, isSeen) };
}

type Piece = MailedIssue['pieces'][number];
const isSeen = (piece: Piece): piece is Piece => piece.article !== null;

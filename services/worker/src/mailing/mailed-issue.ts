import type { MailedIssue } from '@journal/issue-mail';
import { articlesModel, type IssueRow, placedIn, schemaOf } from '@journal/read-models';
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
  const placed = placedIn(issue);
  const { rows } = await pool.query<NonNullable<MailedIssue['pieces'][number]['article']>>(
    `select id, title, excerpt, author_name as "authorName", author_age as "authorAge"
     from ${schema}.article where id = any ($1) and listed`,
    [placed.map(({ articleId }) => articleId)],
  );
  const articles = new Map(rows.map((row) => [row.id, row]));
  const { title, date, letter } = issue;
  const pieces = placed.map(({ articleId, heading }) => ({
    heading,
    article: articles.get(articleId) ?? null,
  }));
  return { number, title, date, letter, pieces: withHeadings(pieces) };
}

/** The heading of a piece that readers do not see is that of the next. */
function withHeadings(pieces: MailedIssue['pieces']): MailedIssue['pieces'] {
  let heading: string | null = null;
  return pieces.flatMap((piece) => {
    heading = piece.heading ?? heading;
    if (!piece.article) return [];
    const shown = { ...piece, heading };
    heading = null;
    return [shown];
  });
}

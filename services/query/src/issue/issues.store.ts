import { type Issue, type IssueCard, type NewestIssue, namedPieces, toArticleCard } from '@journal/contracts';
import { fieldNames, issueFields, issueNumberBounds, pickContent } from '@journal/events/fields';
import { type IssueRow, placedIn } from '@journal/read-models';
import type pg from 'pg';
import type { ArticlesStore } from '../article/articles.store.ts';
import { openDatabase, schemas } from '../database.ts';

/** Which issues; `isWhole`: those too that readers do not see. */
export type IssueSelection = { readonly isWhole: boolean; readonly below?: number | undefined };

const columns = fieldNames(issueFields).join(', ');
const own = `number, revision, status, published_at as "publishedAt", pieces, ${columns}`;
const table = `${schemas.articles}.issue`;

/** Returns the queries of issues. They reject after 5 s without an answer. */
export function createIssuesStore(pool: pg.Pool, articles: Pick<ArticlesStore, 'cardsOf'>) {
  const { run } = openDatabase(pool);
  const shown = (isWhole: boolean) => (isWhole ? 'true' : `status = 'published'`);

  /** The published issue next to one in the order of numbers. */
  async function neighbour(number: number, isAfter: boolean): Promise<Issue['next']> {
    const [found] = await run<{ number: number; title: string | null }>(
      `select number, title from ${table} where status = 'published' and number ${isAfter ? '>' : '<'} $1
       order by number ${isAfter ? '' : 'desc'} limit 1`,
      number,
    );
    return found ?? null;
  }

  return {
    async newest(): Promise<NewestIssue> {
      const [found] = await run<NonNullable<NewestIssue>>(
        `select number, date from ${table} where status = 'published' order by number desc limit 1`,
      );
      return found ?? null;
    },

    /** At most `count` issues, newest first. */
    async cards({ isWhole, below }: IssueSelection, count: number): Promise<IssueCard[]> {
      const rows = await run<IssueRow>(
        `select ${own} from ${table} where ${shown(isWhole)} and number < $1 order by number desc limit $2`,
        below ?? issueNumberBounds.maximum + 1,
        count,
      );
      const cards = await articles.cardsOf(
        rows.flatMap((row) => placedIn(row).map(({ articleId }) => articleId)),
      );
      return rows.map((row) => {
        const { number, status, publishedAt } = row;
        const { letter: _letter, ...front } = pickContent(issueFields, row);
        const pieces = placedIn(row).flatMap(({ articleId }) => cards.get(articleId) ?? []);
        const contents = pieces.slice(0, namedPieces).map(({ id, title }) => ({ articleId: id, title }));
        return { number, status, publishedAt, ...front, pieces: pieces.length, contents };
      });
    },

    /**
     * One with its pieces, and the revision of its stream. `isWhole`: whatever became of it and of them. `articleIds`: of all
     * its pieces, also those that readers do not see.
     */
    async issue(
      number: number,
      isWhole: boolean,
    ): Promise<{ issue: Issue; revision: number; articleIds: readonly number[] } | undefined> {
      const [row] = await run<IssueRow>(
        `select ${own} from ${table} where number = $1 and ${shown(isWhole)}`,
        number,
      );
      if (!row) return undefined;
      const placed = placedIn(row);
      const articleIds = placed.map(({ articleId }) => articleId);
      const [cards, previous, next] = await Promise.all([
        articles.cardsOf(articleIds),
        neighbour(number, false),
        neighbour(number, true),
      ]);
      const whole = placed.map((piece) => {
        const card = cards.get(piece.articleId);
        return { ...piece, article: card ? toArticleCard(card) : null };
      });
      const pieces = isWhole ? whole : withHeadings(whole);
      const { status, publishedAt, revision } = row;
      const issue = { number, status, publishedAt, ...pickContent(issueFields, row), pieces, previous, next };
      return { issue, revision, articleIds };
    },

    /** The first published issue that an article is in; undefined where it is in none. */
    async issueOf(articleId: number): Promise<Issue['next'] | undefined> {
      const [found] = await run<NonNullable<Issue['next']>>(
        `select number, title from ${table}
         where status = 'published' and pieces::jsonb @> jsonb_build_array(jsonb_build_object('articleId', $1::integer))
         order by number limit 1`,
        articleId,
      );
      return found;
    },
  };
}

export type IssuesStore = ReturnType<typeof createIssuesStore>;

/** Returns those that readers see; the heading of one that they do not is that of the next. Pure. */
export function withHeadings(pieces: Issue['pieces']): Issue['pieces'] {
  const shown: Issue['pieces'] = [];
  let heading: string | null = null;
  for (const piece of pieces) {
    heading = piece.heading ?? heading;
    if (!piece.article) continue;
    shown.push({ ...piece, heading });
    heading = null;
  }
  return shown;
}

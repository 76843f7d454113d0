import {
  type FurtherArticles,
  type Issue,
  type IssueCard,
  type NewestIssue,
  namedPieces,
  toArticleCard,
  toPitchCard,
  type WaitingPitch,
  type WholeIssue,
  willBeInIssue,
} from '@journal/contracts';
import {
  consentMark,
  fieldNames,
  isPitch,
  issueFields,
  issueNumberBounds,
  pickContent,
  withHeadings,
} from '@journal/events/fields';
import { articlesIn, type IssueRow, pitchesIn, placedIn } from '@journal/read-models';
import type pg from 'pg';
import type { ArticlesStore, StoredArticle } from '../article/articles.store.ts';
import { openDatabase, schemas } from '../database.ts';
import { bylineIn, createSubmissionsStore, type StoredSubmission } from '../submission/submissions.store.ts';

/** Selection of issues. `includesUnpublished`: includes those that readers do not see. */
export type IssueSelection = { readonly includesUnpublished: boolean; readonly below?: number | undefined };

const columns = fieldNames(issueFields).join(', ');
const own = `number, revision, status, published_at as "publishedAt", publish_at as "publishAt", pieces, ${columns}`;
/** An issue that has not been discarded. */
type ShownRow = IssueRow & { readonly status: Issue['status'] };

const table = `${schemas.articles}.issue`;

/** Returns the queries for issues. They reject after 5 s without an answer. `consentAge`: see `consentMark`. */
export function createIssuesStore(
  pool: pg.Pool,
  articles: Pick<ArticlesStore, 'cardsOf' | 'contents'>,
  consentAge?: number,
) {
  const { run } = openDatabase(pool);
  const submissions = createSubmissionsStore(pool);
  const shown = (includesUnpublished: boolean) =>
    includesUnpublished ? `status <> 'discarded'` : `status = 'published'`;

  /** The published issue before or after an issue in the order of numbers. */
  async function neighbour(number: number, isAfter: boolean): Promise<Issue['next']> {
    const [found] = await run<{ number: number; title: string | null }>(
      `select number, title from ${table} where status = 'published' and number ${isAfter ? '>' : '<'} $1
       order by number ${isAfter ? '' : 'desc'} limit 1`,
      number,
    );
    return found ?? null;
  }

  const store = {
    async newest(): Promise<NewestIssue> {
      const [found] = await run<NonNullable<NewestIssue>>(
        `select number, date from ${table} where status = 'published' order by number desc limit 1`,
      );
      return found ?? null;
    },

    /** At most `count` issues, newest first. */
    async cards({ includesUnpublished, below }: IssueSelection, count: number): Promise<IssueCard[]> {
      const rows = await run<ShownRow>(
        `select ${own} from ${table} where ${shown(includesUnpublished)} and number < $1 order by number desc limit $2`,
        below ?? issueNumberBounds.maximum + 1,
        count,
      );
      const pitchIds = includesUnpublished ? rows.flatMap(pitchesIn) : [];
      const pitches = pitchIds.length === 0 ? [] : await submissions.standing(pitchIds);
      const cards = await articles.cardsOf([...rows.flatMap(articlesIn), ...pitches.flatMap(becameArticle)]);
      const standing = new Map(pitches.map((pitch) => [pitch.id, pitch]));
      const isComing = (id: string, status: IssueRow['status']): boolean => {
        const pitch = standing.get(id);
        if (!pitch) return false;
        if (pitch.articleId !== null && cards.has(pitch.articleId)) return true;
        return isWaiting(pitch, status) && willBeInIssue({ ...pitch, ...consentMark(pitch, consentAge) });
      };
      return rows.map((row) => {
        const { number, status, publishedAt, publishAt } = row;
        const { letter: _letter, ...front } = pickContent(issueFields, row);
        const shown = articlesIn(row).flatMap((id) => cards.get(id) ?? []);
        const pieces = shown.length + pitchesIn(row).filter((id) => isComing(id, status)).length;
        const contents = shown.slice(0, namedPieces).map(toNamed);
        return { number, status, publishedAt, publishAt, ...front, pieces, contents };
      });
    },

    /**
     * An issue with its pieces, and the revision of its stream. `includesUnpublished`: whatever became of them.
     * `articleIds`: ids of the articles that it depends on: all its own, including those that readers do not see, and
     * the opposites of those in a debate, which their cards mark as long as readers see both.
     */
    async issue(
      number: number,
      includesUnpublished: boolean,
    ): Promise<{ issue: Issue; revision: number; articleIds: readonly number[] } | undefined> {
      const [row] = await run<ShownRow>(
        `select ${own} from ${table} where number = $1 and ${shown(includesUnpublished)}`,
        number,
      );
      if (!row) return undefined;
      const placed = placedIn(row);
      const articleIds = articlesIn(row);
      const pitchIds = pitchesIn(row);
      const pitches = pitchIds.length === 0 ? [] : await submissions.placed(pitchIds);
      const [cards, previous, next] = await Promise.all([
        articles.cardsOf([...articleIds, ...pitches.flatMap(becameArticle)]),
        neighbour(number, false),
        neighbour(number, true),
      ]);
      const whole = placed.map((piece): Piece => {
        const { heading } = piece;
        if (isPitch(piece)) {
          const { submissionId } = piece;
          const pitch = pitches.find(({ id }) => id === submissionId);
          return {
            submissionId,
            heading,
            article: null,
            pitch: pitch ? waitingPitch(pitch, row.status, cards, consentAge) : null,
          };
        }
        const card = cards.get(piece.articleId);
        return { articleId: piece.articleId, heading, article: card ? toArticleCard(card) : null };
      });
      const pieces = includesUnpublished ? whole : withHeadings(whole, isShown);
      const { status, publishedAt, publishAt, revision } = row;
      const issue = {
        number,
        status,
        publishedAt,
        publishAt,
        ...pickContent(issueFields, row),
        pieces,
        previous,
        next,
      };
      const opposites = [...cards.values()].flatMap(({ opposingId }) => opposingId ?? []);
      return { issue, revision, articleIds: [...new Set([...articleIds, ...opposites])] };
    },

    /** Whether readers have seen it and no longer do. */
    async isWithdrawn(number: number): Promise<boolean> {
      const found = await run(`select from ${table} where number = $1 and status = 'withdrawn'`, number);
      return found.length > 0;
    },

    /** An issue that readers see, with the texts of its pieces. `articleIds`: as above. */
    async whole(number: number): Promise<{ issue: WholeIssue; articleIds: readonly number[] } | undefined> {
      const found = await store.issue(number, false);
      if (!found) return undefined;
      const { previous: _, next: __, pieces, ...issue } = found.issue;
      const shown = pieces.filter(isShown);
      const contents = await articles.contents(shown.map(({ articleId }) => articleId));
      const texts = shown.flatMap(({ article, ...piece }) => {
        const content = contents.get(piece.articleId);
        return article && content !== undefined ? { ...piece, article: { ...article, content } } : [];
      });
      return { issue: { ...issue, pieces: texts }, articleIds: found.articleIds };
    },

    /** The first published issue that contains an article; undefined if none does. `articleIds`: as above. */
    async issueOf(articleId: number): Promise<IssueOfArticle | undefined> {
      const [row] = await run<ShownRow>(
        `select ${own} from ${table}
         where status = 'published' and pieces::jsonb @> jsonb_build_array(jsonb_build_object('articleId', $1::integer))
         order by number limit 1`,
        articleId,
      );
      if (!row) return undefined;
      const articleIds = articlesIn(row);
      const cards = await articles.cardsOf(articleIds);
      const contents = articleIds.flatMap((id) => cards.get(id) ?? []).map(toNamed);
      return { issue: { number: row.number, title: row.title, contents }, articleIds };
    },
  };
  return store;
}

type IssueOfArticle = {
  readonly issue: NonNullable<FurtherArticles['issue']>;
  readonly articleIds: readonly number[];
};

const toNamed = ({ id, title }: { id: number; title: string }) => ({ articleId: id, title });

type Piece = Issue['pieces'][number];
type Placed = Extract<Piece, { articleId: number }>;
const isShown = (piece: Piece): piece is Placed => piece.article !== null;

/** Returns the id of the article that a pitch became, if it did. */
const becameArticle = ({ articleId }: Pick<StoredSubmission, 'articleId'>): readonly number[] =>
  articleId === null ? [] : [articleId];

/** Whether a pitch is not an article yet, or one that waits for its issue, which is closed. */
const isWaiting = ({ articleId }: Pick<StoredSubmission, 'articleId'>, status: IssueRow['status']): boolean =>
  articleId === null || status === 'closed';

/**
 * Returns a pitch as editors see it in an issue. One that is an article by now is shown as that article, which may have
 * been edited or unnamed since; null if readers don't see it, unless it waits for this issue. `status`: of the issue.
 */
function waitingPitch(
  row: StoredSubmission,
  status: IssueRow['status'],
  cards: ReadonlyMap<number, StoredArticle>,
  consentAge: number | undefined,
): WaitingPitch | null {
  const { stage, articleId, articleTitle } = row;
  const isPending = row.status === 'pending';
  const standing = { status: row.status, stage: isPending ? stage : null, ...consentMark(row, consentAge) };
  const article = articleId === null ? undefined : cards.get(articleId);
  if (article) {
    const { id: _id, debate: _debate, ...card } = toArticleCard(article);
    return { card, ...standing };
  }
  if (!isWaiting(row, status) || articleTitle === null) return null;
  return { card: toPitchCard({ ...row, byline: bylineIn(row) }), ...standing };
}

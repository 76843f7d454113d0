import {
  isPitch,
  issueFields,
  issueNumberBounds,
  type PlacedPiece,
  pickContent,
  withHeadings,
} from '@journal/events/fields';
import type { ArticleCard } from '../article/article.schema.ts';
import type { Issue, IssueState, WaitingPitch } from './issue.schema.ts';

/** Returns the issue number in a path, in plain digits; undefined if it is invalid. */
export function parseIssueNumber(text: string): number | undefined {
  const number = /^[1-9][0-9]{0,5}$/.test(text) ? Number(text) : 0;
  return number >= issueNumberBounds.minimum && number <= issueNumberBounds.maximum ? number : undefined;
}

/** Returns an issue as the API represents it after a write. */
export function toIssueState(
  source: Omit<IssueState, 'pieces'> & { readonly pieces: readonly PlacedPiece[] },
): IssueState {
  const { number, status, publishedAt, publishAt } = source;
  const pieces = source.pieces.map((piece) =>
    isPitch(piece)
      ? { submissionId: piece.submissionId, heading: piece.heading }
      : { articleId: piece.articleId, heading: piece.heading },
  );
  return { number, status, publishedAt, publishAt, ...pickContent(issueFields, source), pieces };
}

type Standing = Pick<WaitingPitch, 'status' | 'stage' | 'awaitsConsent'>;

/** Whether a pitch becomes an article when its issue is published. */
export const willBecomeArticle = ({ status, stage, awaitsConsent }: Standing): boolean =>
  status === 'pending' && stage === 'accepted' && !awaitsConsent;

/**
 * Whether an issue contains a pitch that was placed in it, as things stand: it will be published with the issue, or was
 * already published on its own.
 */
export const willBeInIssue = (pitch: Standing): boolean =>
  pitch.status === 'published' || willBecomeArticle(pitch);

/** A piece as readers will see it; the id is null if it is not an article yet. */
export type ComingPiece = {
  readonly heading: string | null;
  readonly article: Omit<ArticleCard, 'id'> & { readonly id: number | null };
};

/** Returns the pieces that an issue will be published with, in order, with pitches as the articles that they become. */
export function comingPieces({ pieces }: Pick<Issue, 'pieces'>): ComingPiece[] {
  const all = pieces.map((piece) => ({ heading: piece.heading, article: comingArticle(piece) }));
  return withHeadings(all, (piece): piece is ComingPiece => piece.article !== null);
}

function comingArticle(piece: Issue['pieces'][number]): ComingPiece['article'] | null {
  if ('articleId' in piece) return piece.article;
  return piece.pitch && willBeInIssue(piece.pitch) ? { id: null, ...piece.pitch.card } : null;
}

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

/** Returns the number of an issue in a path, in plain digits; undefined where it can be none. */
export function parseIssueNumber(text: string): number | undefined {
  const number = /^[1-9][0-9]{0,5}$/.test(text) ? Number(text) : 0;
  return number >= issueNumberBounds.minimum && number <= issueNumberBounds.maximum ? number : undefined;
}

/** Returns an issue as the API shows it after a write. */
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

/** Whether a pitch becomes an article with its issue. */
export const isToCome = ({ status, stage, awaitsConsent }: Standing): boolean =>
  status === 'pending' && stage === 'accepted' && !awaitsConsent;

/**
 * Whether an issue comes out with a pitch that was placed in it, as it is now: once it is published, or because it was
 * published alone.
 */
export const comesOut = (pitch: Standing): boolean => pitch.status === 'published' || isToCome(pitch);

/** A piece as readers will see it; without an id where it is not an article yet. */
export type ComingPiece = {
  readonly heading: string | null;
  readonly article: Omit<ArticleCard, 'id'> & { readonly id: number | null };
};

/** Returns the pieces with which an issue comes out, in their order: the pitches that wait for it as what they become. */
export function comingPieces({ pieces }: Pick<Issue, 'pieces'>): ComingPiece[] {
  const all = pieces.map((piece) => ({ heading: piece.heading, article: comingArticle(piece) }));
  return withHeadings(all, (piece): piece is ComingPiece => piece.article !== null);
}

function comingArticle(piece: Issue['pieces'][number]): ComingPiece['article'] | null {
  if ('articleId' in piece) return piece.article;
  return piece.pitch && comesOut(piece.pitch) ? { id: null, ...piece.pitch.card } : null;
}

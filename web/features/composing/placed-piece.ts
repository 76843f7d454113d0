import { comingPieces, type Issue, willBecomeArticle, withHeadings } from '@journal/contracts';
import { sectionNames } from '../section/section-marks.ts';

/** A piece in an issue, as editors compose it: an article, or a pitch waiting for the issue. */
export type PlacedPiece = Issue['pieces'][number];

/** Returns a key that is unique among the pieces of an issue. */
export const keyOf = (piece: Issue['pieces'][number] | Placed): string =>
  'articleId' in piece ? `article ${piece.articleId}` : piece.submissionId;

/** A piece in the format of the API. */
type Placed = { readonly articleId: number } | { readonly submissionId: string };

export function nameOf(piece: PlacedPiece): string {
  if ('articleId' in piece) return piece.article?.title ?? `Article ${piece.articleId}`;
  return piece.pitch?.card.title ?? 'A pitch';
}

/** Returns a heading as it is stored; null if it is empty. */
export const storedHeading = ({ heading }: PlacedPiece): string | null => heading?.trim() || null;

/** Returns a text that is the same for equal orders, as they are stored. */
export const orderOf = (pieces: readonly PlacedPiece[]): string =>
  JSON.stringify(pieces.map((piece) => [keyOf(piece), storedHeading(piece)]));

const outcomes = {
  published: 'It is an article by now.',
  declined: 'It was declined: the issue comes out without it.',
  deleted: 'It was deleted: the issue comes out without it.',
  withdrawn: 'Its writer has withdrawn it: the issue comes out without it.',
} as const;

/** Returns a note on a piece, shown beside its author. */
export function noteOf(piece: PlacedPiece): string {
  if ('articleId' in piece)
    return piece.article ? sectionNames[piece.article.section] : 'Readers do not see it at the moment.';
  const { pitch } = piece;
  if (!pitch) return 'Nobody can read it any more: the issue comes out without it.';
  if (pitch.status !== 'pending') return outcomes[pitch.status];
  if (pitch.stage !== 'accepted') return 'It is no longer accepted: the issue comes out without it.';
  if (pitch.awaitsConsent) return 'It needs a parent’s or guardian’s consent before it can be published.';
  return `${sectionNames[pitch.card.section]} · A pitch: it is published with the issue`;
}

export const authorOf = (piece: PlacedPiece): string | undefined =>
  'articleId' in piece ? piece.article?.authorName : piece.pitch?.card.authorName;

/** Ids that no article has, for the covers in previews of pitches. */
const firstPreviewId = 2_000_000;

/** Returns an issue as readers will see it: with its waiting pitches as the articles that they will become. */
export function asPublished(issue: Issue): Issue {
  const pieces = comingPieces(issue).map(({ heading, article }, place): PlacedPiece => {
    const id = article.id ?? firstPreviewId + place;
    return { articleId: id, heading, article: { ...article, id } };
  });
  return { ...issue, pieces };
}

/**
 * Returns the pieces without the one at `place`. Its heading moves to the next piece, as when readers can't see a
 * piece.
 */
export function without(pieces: readonly PlacedPiece[], place: number): PlacedPiece[] {
  const { [place]: gone } = pieces;
  return withHeadings(pieces, (piece): piece is PlacedPiece => piece !== gone);
}

/** Whether nothing of an issue would come out, not even once consents that are awaited are given. */
export const comesToNothing = (issue: Issue): boolean =>
  asPublished(issue).pieces.length === 0 &&
  !issue.pieces.some((piece) => 'submissionId' in piece && piece.pitch?.awaitsConsent);

/** Returns the number of pitches that become articles when the issue is published. */
export const countPitches = ({ pieces }: Issue): number =>
  pieces.filter((piece) => 'submissionId' in piece && piece.pitch && willBecomeArticle(piece.pitch)).length;

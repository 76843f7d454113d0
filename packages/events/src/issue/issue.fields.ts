import { sections } from '../fields/bounds.ts';
import { type ContentOf, type Fields, textLimits } from '../fields/field.ts';
import { motifs } from '../fields/motifs.ts';

/** Content of an issue besides its pieces. It belongs to the journal and is public, so no subject's key seals it. */
export const issueFields = {
  date: {
    label: 'Date',
    value: { kind: 'text', maxLength: 10, isLine: true, format: 'date', pattern: '^(19|2[01])' },
    errors: {
      label: 'Date',
      message: 'Date must be a day between 1900 and 2199',
      messages: { minLength: 'Date is required' },
    },
    sealedFor: null,
  },
  title: {
    label: 'Title',
    value: { kind: 'text', maxLength: textLimits.name, isLine: true, isOptional: true },
    sealedFor: null,
  },
  letter: {
    label: 'Letter from the editors',
    value: { kind: 'text', maxLength: textLimits.letter, isOptional: true },
    sealedFor: null,
  },
  /** `auto`: chosen by the words in the title. */
  cover: {
    label: 'Cover',
    value: { kind: 'choice', of: ['auto', ...motifs], initial: 'auto' },
    errors: { message: 'Cover must be auto or the name of a motif' },
    sealedFor: null,
  },
  /** Colours of a section. `auto`: a different section's from issue to issue. */
  colours: {
    label: 'Colours',
    value: { kind: 'choice', of: ['auto', ...sections], initial: 'auto' },
    sealedFor: null,
  },
} as const satisfies Fields;

export type IssueContent = ContentOf<typeof issueFields>;

export const issueNumberBounds = { minimum: 1, maximum: 100_000 } as const;
/** Maximum number of pieces in an issue. */
export const maxIssuePieces = 60;

/** `draft`: readers have never seen it. `closed`: its pitches are becoming articles, after which it is published. */
export const issueStatuses = ['draft', 'closed', 'published', 'withdrawn'] as const;
export type IssueStatus = (typeof issueStatuses)[number];

/** `heading`: heading above this piece and the following ones, up to the next piece that has one. */
export type PlacedArticle = { readonly articleId: number; readonly heading: string | null };
/** A pitch that waits for the issue, to become an article with it. `userId`: id of its writer. */
export type PlacedPitch = {
  readonly submissionId: string;
  readonly userId: string;
  readonly heading: string | null;
};
export type PlacedPiece = PlacedArticle | PlacedPitch;

export const isPitch = (piece: PlacedPiece): piece is PlacedPitch => 'submissionId' in piece;

/**
 * Returns the remaining pieces of an issue. A removed piece's heading moves to the next remaining one, unless a nearer
 * piece has its own. Pure.
 */
export function withHeadings<Piece extends { readonly heading: string | null }, Remaining extends Piece>(
  pieces: readonly Piece[],
  isRemaining: (piece: Piece) => piece is Remaining,
): Remaining[] {
  const remaining: Remaining[] = [];
  let heading: string | null = null;
  for (const piece of pieces) {
    heading = piece.heading ?? heading;
    if (!isRemaining(piece)) continue;
    remaining.push({ ...piece, heading });
    heading = null;
  }
  return remaining;
}

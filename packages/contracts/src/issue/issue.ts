import {
  isPitch,
  issueFields,
  issueNumberBounds,
  type PlacedPiece,
  pickContent,
} from '@journal/events/fields';
import type { IssueState } from './issue.schema.ts';

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

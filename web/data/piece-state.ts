import type { HistoryVersion } from '@journal/contracts';

/** The status of a piece. A published or withdrawn pitch is closed permanently. */
export type PieceState =
  | 'current'
  | 'deleted'
  | 'hidden'
  | 'removed'
  | 'erased'
  | 'declined'
  | 'published'
  | 'withdrawn';

/** The events that decide about the status, each with the outcome. Others, such as a concern, can follow them. */
const outcomes: readonly Readonly<Record<string, PieceState>>[] = [
  { ArticleErased: 'erased', SubmissionErased: 'erased' },
  { ArticleRemoved: 'removed' },
  { ArticleHidden: 'hidden', ArticleHiddenByGuardian: 'hidden', ArticleShown: 'current' },
  {
    ArticleDeleted: 'deleted',
    ArticleRestored: 'current',
    SubmissionDeleted: 'deleted',
    SubmissionRestored: 'current',
    SubmissionDeclined: 'declined',
    SubmissionReopened: 'current',
    SubmissionPublished: 'published',
    SubmissionWithdrawn: 'withdrawn',
  },
];

/** Returns the status of a piece according to its versions, newest first. */
export function stateOf(versions: readonly Pick<HistoryVersion, 'event'>[]): PieceState {
  const states = outcomes.map((outcome) => {
    const last = versions.find(({ event }) => event in outcome);
    return (last && outcome[last.event]) ?? 'current';
  });
  return states.find((state) => state !== 'current') ?? 'current';
}

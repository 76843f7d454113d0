import type { OwnSubmission } from '@journal/contracts';

// A separate module, because the drawer needs it before the rest of a page is loaded.

/** Whether a pitch waits for its writer rather than for the editors. */
export const waitsForWriter = ({ stage }: Pick<OwnSubmission, 'stage'>): boolean =>
  stage === 'changes-requested';

/** Returns the badge of a menu that links to these pitches, or undefined if none has anything new for its writer. */
export function badgeOf(
  pitches: readonly Pick<OwnSubmission, 'stage' | 'unansweredComments'>[] = [],
): string | undefined {
  if (pitches.some(waitsForWriter)) return 'A note for you';
  return pitches.some(({ unansweredComments }) => unansweredComments > 0) ? 'Comments for you' : undefined;
}

import type { OwnSubmission } from '@journal/contracts';

// By itself: the drawer needs it before anything else of a page is loaded.

/** Whether a pitch waits for its writer, and not for the editors. */
export const waitsForWriter = ({ stage }: Pick<OwnSubmission, 'stage'>): boolean =>
  stage === 'changes-requested';

/** Returns the mark of a menu that leads to these pitches; undefined where none has anything new for its writer. */
export function markOf(
  pitches: readonly Pick<OwnSubmission, 'stage' | 'unansweredComments'>[] = [],
): string | undefined {
  if (pitches.some(waitsForWriter)) return 'A note for you';
  return pitches.some(({ unansweredComments }) => unansweredComments > 0) ? 'Comments for you' : undefined;
}

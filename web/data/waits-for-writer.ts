import type { OwnSubmission } from '@journal/contracts';

// By itself: the drawer needs it before anything else of a page is loaded.

/** Whether a pitch waits for its writer, and not for the editors. */
export const waitsForWriter = ({ stage }: Pick<OwnSubmission, 'stage'>): boolean =>
  stage === 'changes-requested';

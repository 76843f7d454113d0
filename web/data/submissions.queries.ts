import type { OwnSubmission } from '@journal/contracts';
import type { ApiQuery } from './api-query.ts';

/** The signed-in user's pitches, newest first, in any state. */
export function ownSubmissions(): ApiQuery<OwnSubmission[]> {
  return { path: '/api/submissions/mine', select: ({ body }) => body as OwnSubmission[] };
}

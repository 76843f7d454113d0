import type { OwnSubmission } from '@journal/contracts';
import type { ApiQuery } from './api-query.ts';

/** The pitches of who is signed in, newest first, whatever became of them. */
export function ownSubmissions(): ApiQuery<OwnSubmission[]> {
  return { path: '/api/submissions/mine', select: ({ body }) => body as OwnSubmission[] };
}

import { parseSubmissionId } from '@journal/contracts';
import { ProblemError, registerRoute } from '@journal/service-kit';
import { reviewerOf, signedInAccount } from '../account/access.ts';
import type { Resource } from '../resource.ts';
import { jsonResponse, sendPrivate } from '../response/response.ts';
import { createSubmissionsStore } from '../submission/submissions.store.ts';
import { lowestOf } from '../tracker/read-your-writes.ts';
import { createCommentsStore } from './comments.store.ts';

/** `GET /api/submissions/:id/comments` for the newsroom, and `/api/submissions/mine/:id/comments` for the writer. */
export const commentRoutes: Resource = async (app, context) => {
  const { pool, submissionsModel, accountsModel, commentsModel } = context;
  const pitches = createSubmissionsStore(pool);
  const comments = createCommentsStore(pool);
  const reads = [submissionsModel, accountsModel, commentsModel];
  const config = { reads };

  registerRoute(app, 'GET /api/submissions/:id/comments', { config }, async (request, reply) => {
    const id = parseSubmissionId(request.params.id);
    const position = lowestOf(reads);
    if (id === undefined || !(await pitches.submission(id, reviewerOf(request))))
      throw new ProblemError('submission-not-found');
    return sendPrivate(request, reply, position, jsonResponse(await comments.all(id)));
  });

  registerRoute(app, 'GET /api/submissions/mine/:id/comments', { config }, async (request, reply) => {
    const { user } = signedInAccount(request);
    const id = parseSubmissionId(request.params.id);
    const position = lowestOf(reads);
    if (id === undefined || !(await pitches.ownOne(user.id, id)))
      throw new ProblemError('submission-not-found');
    return sendPrivate(request, reply, position, jsonResponse(await comments.own(id)));
  });
};

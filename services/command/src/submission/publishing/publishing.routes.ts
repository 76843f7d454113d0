import { positionHeader } from '@journal/contracts';
import { ProblemError, type Server } from '@journal/service-kit';
import { sendArticle } from '../../article/article-answer.ts';
import { refuseBody } from '../../article/article-request.ts';
import { contextOf } from '../../idempotency/context-of-request.ts';
import type { RequestKeys } from '../../idempotency/request-keys.ts';
import { problemOf } from '../submission.problems.ts';
import { requireSubmissionId, submissionIdOf } from '../submission-request.ts';
import { finishPublishing, type PublishingParts } from './finish-publishing.handler.ts';
import { publishSubmission } from './publish-submission.handler.ts';

/** The routes by which a pitch becomes an article: an editor's, and that of the program that completes it. */
export function registerPublishingRoutes(app: Server, parts: PublishingParts, keys: RequestKeys): void {
  const one = { onRequest: requireSubmissionId, preValidation: refuseBody };

  app.post(
    '/api/submissions/:id/publish',
    { ...one, config: { access: 'admin' } },
    async (request, reply) => {
      const outcome = await publishSubmission(parts, submissionIdOf(request), contextOf(request, keys));
      if (outcome === 'none') throw new ProblemError('submission-not-found');
      if ('rejection' in outcome) throw problemOf(outcome.rejection);
      return sendArticle(reply, 201, outcome);
    },
  );

  app.post(
    '/api/operations/submissions/:id/finish-publishing',
    { ...one, config: { access: 'service' } },
    async (request, reply) => {
      const finished = await finishPublishing(parts, submissionIdOf(request));
      if (finished !== 'none') {
        if ('rejection' in finished) throw problemOf(finished.rejection);
        reply.header(positionHeader, finished.position);
      }
      return reply.code(204).header('cache-control', 'no-store').send();
    },
  );
}

import { Restoring, SubmissionFields } from '@journal/contracts';
import type { Server } from '@journal/service-kit';
import { allowNoBody, refuseBody, seenRevisions, trimBody } from '../article/article-request.ts';
import { signedIn } from '../auth/requester.ts';
import { contextOf } from '../idempotency/context-of-request.ts';
import type { RequestKeys } from '../idempotency/request-keys.ts';
import type { Limits } from '../limits/limits.ts';
import { deleteSubmission } from './delete-submission.handler.ts';
import { editSubmission } from './edit-submission.handler.ts';
import { pitchSubmission } from './pitch-submission.handler.ts';
import type { PublishingParts } from './publishing/finish-publishing.handler.ts';
import { registerPublishingRoutes } from './publishing/publishing.routes.ts';
import { restoreSubmission } from './restore-submission.handler.ts';
import { sendDone, sendReceipt, sendSubmission } from './submission-answer.ts';
import { contentOf, requireSubmissionId, submissionIdOf } from './submission-request.ts';

/** The routes that change a pitch. Each answer carries the position of what it wrote. */
export function registerSubmissionRoutes(
  app: Server,
  parts: PublishingParts,
  keys: RequestKeys,
  limits: Limits,
): void {
  const { log } = parts;
  const withFields = { schema: { body: SubmissionFields }, preValidation: trimBody };
  const one = { config: { access: 'admin' }, onRequest: requireSubmissionId } as const;

  app.post('/api/submissions', { config: { access: 'signed-in' }, ...withFields }, async (request, reply) => {
    const { userId } = signedIn(request);
    await limits.take(request, 'pitch', userId);
    const pitch = { userId, content: contentOf(request.body) };
    return sendReceipt(reply, await pitchSubmission(log, pitch, contextOf(request, keys)));
  });

  app.put('/api/submissions/:id', { ...one, ...withFields }, async (request, reply) => {
    const seen = seenRevisions(request);
    const command = {
      submissionId: submissionIdOf(request),
      content: contentOf(request.body),
      ...(seen ? { seen } : {}),
    };
    return sendSubmission(reply, await editSubmission(log, command, contextOf(request, keys)));
  });

  app.delete('/api/submissions/:id', { ...one, preValidation: refuseBody }, async (request, reply) =>
    sendDone(reply, await deleteSubmission(log, submissionIdOf(request), contextOf(request, keys))),
  );

  const restoring = { schema: { body: Restoring }, preValidation: allowNoBody };
  app.post('/api/submissions/:id/restore', { ...one, ...restoring }, async (request, reply) => {
    const what = { submissionId: submissionIdOf(request), revision: request.body.revision };
    return sendSubmission(reply, await restoreSubmission(log, what, contextOf(request, keys)));
  });

  registerPublishingRoutes(app, parts, keys);
}

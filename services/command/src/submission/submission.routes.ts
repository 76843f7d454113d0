import { positionHeader, type SubmissionReceipt, toSubmission } from '@journal/contracts';
import { submissionFields } from '@journal/events';
import { ProblemError, registerRoute, type Server } from '@journal/service-kit';
import type { FastifyReply } from 'fastify';
import { sendArticle } from '../article/article.routes.ts';
import { problemOf, type Rejection, sendDone, sendPiece, writtenOrProblem } from '../http/answers.ts';
import type { Limits } from '../http/limits.ts';
import { signedInUser } from '../http/requester.ts';
import { allowNoBody, contentOf, contextOf, refuseBody, seenRevisions, trimBody } from '../http/requests.ts';
import { decideAndAppend } from '../writing/decide-and-append.ts';
import type { RequestKeys } from '../writing/request-context.ts';
import { restore } from '../writing/restore.ts';
import { finishPublishing, type PublishingParts, publishSubmission } from './publishing.handlers.ts';
import { submissionDecider } from './submission.decider.ts';
import { pitchSubmission, type SubmissionOutcome } from './submission.handlers.ts';

/** The routes that change a pitch. Each response carries the position of what it wrote. */
export function registerSubmissionRoutes(
  app: Server,
  parts: PublishingParts,
  keys: RequestKeys,
  limits: Limits,
): void {
  const { log } = parts;

  registerRoute(app, 'POST /api/submissions', { preValidation: trimBody }, async (request, reply) => {
    const userId = signedInUser(request);
    await limits.take(request, 'pitch', userId);
    const pitch = { userId, content: contentOf(submissionFields, request.body) };
    return sendReceipt(reply, await pitchSubmission(log, pitch, contextOf(request, keys)));
  });

  registerRoute(app, 'PUT /api/submissions/:id', { preValidation: trimBody }, async (request, reply) => {
    const command = {
      type: 'EditSubmission',
      submissionId: request.params.id,
      content: contentOf(submissionFields, request.body),
      ...seenRevisions(request),
    } as const;
    const outcome = await decideAndAppend(log, submissionDecider, command, contextOf(request, keys));
    return sendSubmission(reply, outcome);
  });

  const bodiless = { preValidation: refuseBody };
  registerRoute(app, 'DELETE /api/submissions/:id', bodiless, async (request, reply) => {
    const command = { type: 'DeleteSubmission', submissionId: request.params.id } as const;
    const outcome = await decideAndAppend(log, submissionDecider, command, contextOf(request, keys));
    return sendDone(reply, writtenOrProblem(outcome, pitchProblemOf).position);
  });

  const restoring = { preValidation: allowNoBody };
  registerRoute(app, 'POST /api/submissions/:id/restore', restoring, async (request, reply) => {
    const command = { type: 'RestoreSubmission', submissionId: request.params.id } as const;
    const { revision } = request.body;
    return sendSubmission(
      reply,
      await restore(log, submissionDecider, command, revision, contextOf(request, keys)),
    );
  });

  registerRoute(app, 'POST /api/submissions/:id/publish', bodiless, async (request, reply) => {
    const outcome = await publishSubmission(parts, request.params.id, contextOf(request, keys));
    if (outcome === 'none') throw new ProblemError('submission-not-found');
    return sendArticle(reply, 201, writtenOrProblem(outcome, pitchProblemOf));
  });

  registerRoute(
    app,
    'POST /api/operations/submissions/:id/finish-publishing',
    bodiless,
    async (request, reply) => {
      const finished = await finishPublishing(parts, request.params.id);
      return sendDone(reply, finished === 'none' ? undefined : writtenOrProblem(finished).position);
    },
  );
}

/** Answers a writer with the id of the new pitch. */
function sendReceipt(reply: FastifyReply, outcome: SubmissionOutcome): FastifyReply {
  const { state, position } = writtenOrProblem(outcome, pitchProblemOf);
  if (state.status === 'missing' || !state.pitch) throw problemOf('writer-forgotten');
  const receipt: SubmissionReceipt = { id: state.pitch.id };
  return reply
    .code(201)
    .headers({ [positionHeader]: position, 'cache-control': 'no-store' })
    .send(receipt);
}

/** Answers with the pitch as it is after the write, without the writer's address, which is not in its events. */
function sendSubmission(reply: FastifyReply, outcome: SubmissionOutcome): FastifyReply {
  const written = writtenOrProblem(outcome, pitchProblemOf);
  const { state } = written;
  if (state.status === 'missing' || !state.pitch) throw new ProblemError('submission-not-found');
  const articleId = state.status === 'published' ? state.articleId : null;
  const source = { ...state.pitch, status: state.status, articleId };
  const { email: _unknown, ...shown } = toSubmission(source, null);
  return sendPiece(reply, JSON.stringify(shown), written);
}

function pitchProblemOf(rejection: Rejection): ProblemError {
  if (rejection !== 'edited-meanwhile') return problemOf(rejection);
  const message = 'Someone else has changed this submission since you opened it';
  return new ProblemError(rejection, { message });
}

import {
  parseSubmissionId,
  positionHeader,
  revisionEtag,
  type SubmissionReceipt,
  toSubmission,
} from '@journal/contracts';
import { submissionFields } from '@journal/events';
import { ProblemError, registerRoute, type Server } from '@journal/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendArticle } from '../article/article.routes.ts';
import { problemOf, type Rejection, sendDone, sendJson, writtenOrProblem } from '../http/answers.ts';
import type { Limits } from '../http/limits.ts';
import { signedIn } from '../http/requester.ts';
import { allowNoBody, contentOf, contextOf, refuseBody, seenRevisions, trimBody } from '../http/requests.ts';
import type { RequestKeys } from '../writing/request-context.ts';
import { finishPublishing, type PublishingParts, publishSubmission } from './publishing.handlers.ts';
import {
  changeSubmission,
  pitchSubmission,
  restoreSubmission,
  type SubmissionOutcome,
} from './submission.handlers.ts';

/** The routes that change a pitch. Each response carries the position of what it wrote. */
export function registerSubmissionRoutes(
  app: Server,
  parts: PublishingParts,
  keys: RequestKeys,
  limits: Limits,
): void {
  const { log } = parts;

  registerRoute(app, 'POST /api/submissions', { preValidation: trimBody }, async (request, reply) => {
    const { userId } = signedIn(request);
    await limits.take(request, 'pitch', userId);
    const pitch = { userId, content: contentOf(submissionFields, request.body) };
    return sendReceipt(reply, await pitchSubmission(log, pitch, contextOf(request, keys)));
  });

  const one = { onRequest: requireSubmissionId };
  const editing = { ...one, preValidation: trimBody };
  registerRoute(app, 'PUT /api/submissions/:id', editing, async (request, reply) => {
    const command = {
      type: 'EditSubmission',
      submissionId: submissionIdOf(request),
      content: contentOf(submissionFields, request.body),
      ...seenRevisions(request),
    } as const;
    return sendSubmission(reply, await changeSubmission(log, command, contextOf(request, keys)));
  });

  const bodiless = { ...one, preValidation: refuseBody };
  registerRoute(app, 'DELETE /api/submissions/:id', bodiless, async (request, reply) => {
    const command = { type: 'DeleteSubmission', submissionId: submissionIdOf(request) } as const;
    const outcome = await changeSubmission(log, command, contextOf(request, keys));
    return sendDone(reply, writtenOrProblem(outcome, pitchProblemOf).position);
  });

  const restoring = { ...one, preValidation: allowNoBody };
  registerRoute(app, 'POST /api/submissions/:id/restore', restoring, async (request, reply) => {
    const what = { submissionId: submissionIdOf(request), revision: request.body.revision };
    return sendSubmission(reply, await restoreSubmission(log, what, contextOf(request, keys)));
  });

  registerRoute(app, 'POST /api/submissions/:id/publish', bodiless, async (request, reply) => {
    const outcome = await publishSubmission(parts, submissionIdOf(request), contextOf(request, keys));
    if (outcome === 'none') throw new ProblemError('submission-not-found');
    return sendArticle(reply, 201, writtenOrProblem(outcome, pitchProblemOf));
  });

  registerRoute(
    app,
    'POST /api/operations/submissions/:id/finish-publishing',
    bodiless,
    async (request, reply) => {
      const finished = await finishPublishing(parts, submissionIdOf(request));
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
  const { state, position } = writtenOrProblem(outcome, pitchProblemOf);
  if (state.status === 'missing' || !state.pitch) throw new ProblemError('submission-not-found');
  const articleId = state.status === 'published' ? state.articleId : null;
  const { email: _unknown, ...shown } = toSubmission(
    { ...state.pitch, status: state.status, articleId },
    null,
  );
  const json = JSON.stringify(shown);
  return sendJson(reply, 200, { json, etag: revisionEtag(state.revision, json), position });
}

function pitchProblemOf(rejection: Rejection): ProblemError {
  if (rejection !== 'edited-meanwhile') return problemOf(rejection);
  const message = 'Someone else has changed this submission since you opened it';
  return new ProblemError(rejection, { message });
}

/** Returns the submission id of the path. Throws `submission-not-found` for an impossible one. */
function submissionIdOf({ params }: FastifyRequest): string {
  const submissionId = parseSubmissionId((params as { id: string }).id);
  if (submissionId === undefined) throw new ProblemError('submission-not-found');
  return submissionId;
}

/** Hook: answers an impossible id before the body is read. */
async function requireSubmissionId(request: FastifyRequest): Promise<void> {
  submissionIdOf(request);
}

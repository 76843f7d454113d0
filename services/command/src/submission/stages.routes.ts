import { maxNotice } from '@journal/contracts';
import { submissionFields } from '@journal/events';
import { ProblemError, registerRoute, type Server } from '@journal/service-kit';
import type { FastifyRequest } from 'fastify';
import { accountOf, loadAccount } from '../account/account.ts';
import { signedInUser } from '../http/auth.ts';
import { allowNoBody, contentOf, contextOf, refuseBody, seenRevisions, trimBody } from '../http/requests.ts';
import type { RouteParts } from '../parts.ts';
import { decideAndAppend } from '../writing/decide-and-append.ts';
import { type SubmissionCommand, submissionDecider } from './submission.decider.ts';
import { sendSubmission } from './submission.routes.ts';

/** The routes by which editors work on a pitch until it is published, and by which its writer answers them. */
export function registerStageRoutes(app: Server, { log, keys, limits, now }: RouteParts): void {
  const carryOut = async (request: FastifyRequest, command: SubmissionCommand) =>
    decideAndAppend(log, submissionDecider, command, await contextOf(request, keys));
  const written = { preValidation: trimBody };
  const bodiless = { preValidation: refuseBody };

  registerRoute(app, 'POST /api/submissions/:id/assign', {}, async (request, reply) => {
    const { userId: editorId } = request.body;
    // Who is no editor any more at the moment of the append is assigned all the same, and seen to be none.
    if (!accountOf((await loadAccount(log, editorId)).state)?.isAdmin) throw noEditor();
    const which = { submissionId: request.params.id, ...seenRevisions(request) };
    return sendSubmission(
      request,
      reply,
      await carryOut(request, { type: 'AssignSubmission', editorId, ...which }),
    );
  });

  registerRoute(app, 'POST /api/submissions/:id/unassign', bodiless, async (request, reply) => {
    const which = { submissionId: request.params.id, ...seenRevisions(request) };
    return sendSubmission(request, reply, await carryOut(request, { type: 'UnassignSubmission', ...which }));
  });

  registerRoute(app, 'POST /api/submissions/:id/request-changes', written, async (request, reply) => {
    const { note } = request.body;
    const dueAt = dueDateOf(request.body.dueAt ?? undefined, now());
    const which = { submissionId: request.params.id, ...seenRevisions(request) };
    const asked = { editorId: signedInUser(request), note, dueAt };
    return sendSubmission(
      request,
      reply,
      await carryOut(request, { type: 'RequestChanges', ...asked, ...which }),
    );
  });

  registerRoute(app, 'POST /api/submissions/:id/resubmit', written, async (request, reply) => {
    const userId = signedInUser(request);
    await limits.take(request, 'change', userId);
    const { reply: note, ...fields } = request.body;
    const which = { submissionId: request.params.id, userId, ...seenRevisions(request) };
    const sent = { content: contentOf(submissionFields, fields), note: note || null };
    return sendSubmission(
      request,
      reply,
      await carryOut(request, { type: 'ResubmitSubmission', ...sent, ...which }),
    );
  });

  const optional = { preValidation: allowNoBody };
  registerRoute(app, 'POST /api/submissions/:id/accept', optional, async (request, reply) => {
    const { issueNumber = null } = request.body;
    const which = { submissionId: request.params.id, ...seenRevisions(request) };
    return sendSubmission(
      request,
      reply,
      await carryOut(request, { type: 'AcceptSubmission', issueNumber, ...which }),
    );
  });

  registerRoute(app, 'POST /api/submissions/:id/decline', written, async (request, reply) => {
    const { message: note } = request.body;
    const which = { submissionId: request.params.id, ...seenRevisions(request) };
    return sendSubmission(
      request,
      reply,
      await carryOut(request, { type: 'DeclineSubmission', note, ...which }),
    );
  });

  registerRoute(app, 'POST /api/submissions/:id/reopen', bodiless, async (request, reply) => {
    const which = { submissionId: request.params.id, ...seenRevisions(request) };
    return sendSubmission(request, reply, await carryOut(request, { type: 'ReopenSubmission', ...which }));
  });
}

const refusal = (path: string, message: string) =>
  new ProblemError('invalid-request', { message, errors: [{ path, message }] });

const noEditor = () => refusal('userId', 'Only an editor can look after a pitch');

/** Returns a due date in UTC; null where there is none. Throws where it is over, or more than a year away. */
function dueDateOf(text: string | undefined, now: Date): string | null {
  if (text === undefined) return null;
  const ahead = Date.parse(text) - now.getTime();
  if (!(ahead > 0 && ahead <= maxNotice)) throw refusal('dueAt', 'The due date must be within the next year');
  return new Date(text).toISOString();
}

import { toMailingState } from '@journal/contracts';
import { expiryCutoff, issueStream, type MailingAudience, mailingIdOfStream } from '@journal/events';
import { ProblemError, registerRoute, type Server } from '@journal/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendDone, sendPiece } from '../http/answers.ts';
import { signedInUser } from '../http/auth.ts';
import { allowNoBody, contextOf, normaliseBody, refuseBody, seenRevisions } from '../http/requests.ts';
import { issueDecider } from '../issue/issue.decider.ts';
import type { RouteParts } from '../parts.ts';
import { findAcceptance } from '../writing/acceptance.ts';
import { CommandRejected, isRejected } from '../writing/command-rejected.ts';
import { decideAndAppend, fold, type WriteResult } from '../writing/decide-and-append.ts';
import type { JournalLog } from '../writing/journal-log.ts';
import type { RequestContext } from '../writing/request-context.ts';
import { type MailingCommand, type MailingState, mailingDecider } from './mailing.decider.ts';
import { mailingsOf } from './mailings.handlers.ts';

type Naming = FastifyRequest & { readonly params: { readonly id: string } };

/**
 * Registers the routes by which editors mail an issue, and by which the worker reports its progress. Each response to
 * an editor carries the position of its write.
 */
export function registerMailingRoutes(app: Server, parts: RouteParts): void {
  const { log, keys, limits } = parts;
  const bodiless = { preValidation: refuseBody };
  const carryOut = async (request: FastifyRequest, command: MailingCommand) =>
    decideAndAppend(log, mailingDecider, command, await contextOf(request, keys));
  const whichOf = (request: Naming) => ({ mailingId: request.params.id, ...seenRevisions(request) });

  registerRoute(
    app,
    'POST /api/issues/:id/mailing',
    { preValidation: allowNoBody },
    async (request, reply) => {
      const { audience = 'everybody' } = request.body;
      const context = await contextOf(request, keys);
      const written = await prepare(log, Number(request.params.id), audience, context);
      if (written.state.status !== 'missing') reply.header('location', `/api/mailings/${written.state.id}`);
      return sendMailing(reply.code(201), written);
    },
  );

  const addressed = { preValidation: normaliseBody };
  registerRoute(app, 'POST /api/mailings/:id/test', addressed, async (request, reply) => {
    const userId = signedInUser(request);
    await limits.take(request, 'mailingTest', userId);
    const { email } = request.body;
    const isSuppressed = await parts.isSuppressed(await parts.hash('email', email));
    const command = { type: 'TestMailing', ...whichOf(request), userId, email, isSuppressed } as const;
    return sendMailing(reply, await carryOut(request, command));
  });

  const sending = {
    StartMailing: 'POST /api/mailings/:id/start',
    ResumeMailing: 'POST /api/mailings/:id/resume',
  } as const;
  for (const type of ['StartMailing', 'ResumeMailing'] as const)
    registerRoute(app, sending[type], bodiless, async (request, reply) => {
      const isPublished = await isIssuePublished(log, request.params.id);
      return sendMailing(reply, await carryOut(request, { type, ...whichOf(request), isPublished }));
    });

  registerRoute(app, 'POST /api/mailings/:id/repeat', bodiless, async (request, reply) => {
    const { id } = request.params;
    const { open } = await mailingsOf(log, issueNumberOf(id));
    const isPublished = await isIssuePublished(log, id);
    const hasOther = open.some(({ mailingId }) => mailingId !== id);
    const recordedSince = expiryCutoff('delivery', parts.now()).toISOString();
    const context = { isPublished, hasOther, recordedSince };
    const command = { type: 'RepeatMailing', ...whichOf(request), ...context } as const;
    return sendMailing(reply, await carryOut(request, command));
  });

  registerRoute(app, 'POST /api/mailings/:id/pause', bodiless, async (request, reply) =>
    sendMailing(reply, await carryOut(request, { type: 'PauseMailing', ...whichOf(request) })),
  );

  registerRoute(app, 'POST /api/mailings/:id/cancel', bodiless, async (request, reply) =>
    sendMailing(reply, await carryOut(request, { type: 'CancelMailing', ...whichOf(request) })),
  );

  registerRoute(app, 'POST /api/operations/mailings/:id/frozen', {}, async (request, reply) => {
    const command = { type: 'FreezeMailing', mailingId: request.params.id, ...request.body } as const;
    return sendDone(reply, (await carryOut(request, command)).position);
  });

  registerRoute(app, 'POST /api/operations/mailings/:id/pause', {}, async (request, reply) => {
    const command = { type: 'StopMailing', mailingId: request.params.id, ...request.body } as const;
    return sendDone(reply, (await carryOut(request, command)).position);
  });

  registerRoute(app, 'POST /api/operations/mailings/:id/complete', {}, async (request, reply) => {
    const command = { type: 'CompleteMailing', mailingId: request.params.id, ...request.body } as const;
    return sendDone(reply, (await carryOut(request, command)).position);
  });
}

/**
 * Prepares the next mailing of an issue once the earlier ones have ended. Of several editors who do so concurrently,
 * one succeeds: they all choose the same id, and a stream begins once. With an idempotency key it prepares one mailing.
 */
async function prepare(
  log: JournalLog,
  issueNumber: number,
  audience: MailingAudience,
  context: RequestContext,
): Promise<WriteResult<MailingState>> {
  const { idempotency } = context;
  const lookUp = async () => idempotency && (await findAcceptance(log, idempotency));
  const prepareAs = async (accepted: Awaited<ReturnType<typeof lookUp>>) => {
    const mailingId = mailingIdOfStream(accepted?.stream) ?? (await nextId(log, issueNumber));
    const command = { type: 'PrepareMailing', mailingId, issueNumber, audience } as const;
    return decideAndAppend(log, mailingDecider, command, context, { isAccepted: accepted !== undefined });
  };
  const before = await lookUp();
  return prepareAs(before).catch(async (error: unknown) => {
    // The mailing that has not ended may be that of the same request, carried out elsewhere meanwhile.
    const meanwhile = !before && isRejected(error, 'mailing-exists') ? await lookUp() : undefined;
    if (!meanwhile) throw error;
    return prepareAs(meanwhile);
  });
}

/**
 * Resolves with the id of the next mailing. Rejects with `issue-not-found`, and with `mailing-exists` if a mailing of
 * the issue has not ended.
 */
async function nextId(log: JournalLog, issueNumber: number): Promise<string> {
  const { state } = fold(issueDecider, await log.read(issueStream(issueNumber)));
  if (state.status === 'missing') throw new CommandRejected('issue-not-found');
  const { open, next } = await mailingsOf(log, issueNumber);
  if (open.length > 0) throw new CommandRejected('mailing-exists');
  return next;
}

const issueNumberOf = (mailingId: string) => Number.parseInt(mailingId, 10);

/** Resolves with whether readers see the issue of a mailing; without such a mailing, the result does not matter. */
async function isIssuePublished(log: JournalLog, mailingId: string): Promise<boolean> {
  const { state } = fold(issueDecider, await log.read(issueStream(issueNumberOf(mailingId))));
  return state.status === 'published';
}

/** Responds with the mailing as it is after the write; the next write accepts its ETag. */
function sendMailing(reply: FastifyReply, written: WriteResult<MailingState>): FastifyReply {
  const { state } = written;
  if (state.status === 'missing') throw new ProblemError('mailing-not-found');
  return sendPiece(reply, JSON.stringify(toMailingState(state)), written);
}

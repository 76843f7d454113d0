import { type IssuePieces, toIssueState } from '@journal/contracts';
import {
  articleStream,
  type IssueContent,
  isPitch,
  issueFields,
  issueNumberBounds,
  issueNumberOfStream,
  issueStream,
  type PlacedPiece,
  submissionStream,
} from '@journal/events';
import { invalidField, ProblemError, registerRoute, type Server } from '@journal/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendDone, sendPiece } from '../http/answers.ts';
import { allowNoBody, contentOf, contextOf, refuseBody, seenRevisions, trimBody } from '../http/requests.ts';
import { finishDiscarding } from '../mailing/mailings.handlers.ts';
import type { RouteParts } from '../parts.ts';
import { submissionDecider } from '../submission/submission.decider.ts';
import { acceptRequest, findAcceptance } from '../writing/acceptance.ts';
import { isRejected } from '../writing/command-rejected.ts';
import {
  type AppendOptions,
  decideAndAppend,
  fold,
  restore,
  type WriteResult,
} from '../writing/decide-and-append.ts';
import type { JournalLog } from '../writing/journal-log.ts';
import { plannedTimeOf } from '../writing/planned-time.ts';
import type { RequestContext } from '../writing/request-context.ts';
import { type IssueCommand, type IssueState, issueDecider, keyOfPiece } from './issue.decider.ts';
import { finishIssue, publishIssue, publishIssueAsPlanned } from './publishing.handlers.ts';

/** Registers the routes by which editors compose issues. Each response carries the position of its write. */
export function registerIssueRoutes(app: Server, parts: RouteParts): void {
  const { log, keys } = parts;
  const trimmed = { preValidation: trimBody };
  const bodiless = { preValidation: refuseBody };
  const carryOut = async (
    request: FastifyRequest,
    reply: FastifyReply,
    command: IssueCommand,
    options?: AppendOptions,
  ) => {
    const context = await contextOf(request, keys);
    return sendIssue(reply, await decideAndAppend(log, issueDecider, command, context, options));
  };
  const whichOf = (request: FastifyRequest & { readonly params: { readonly id: string } }) => ({
    issueNumber: Number(request.params.id),
    ...seenRevisions(request),
  });

  registerRoute(app, 'POST /api/issues', trimmed, async (request, reply) => {
    const { number, ...fields } = request.body;
    const content = contentOf(issueFields, fields);
    const written = await openIssue(log, number, content, await contextOf(request, keys));
    if (written.state.status !== 'missing') reply.header('location', `/api/issues/${written.state.number}`);
    return sendIssue(reply.code(201), written);
  });

  registerRoute(app, 'PUT /api/issues/:id', trimmed, async (request, reply) => {
    const content = contentOf(issueFields, request.body);
    return carryOut(request, reply, { type: 'EditIssue', ...whichOf(request), content });
  });

  const listed = { preValidation: [wrapBareList, trimBody] };
  registerRoute(app, 'PUT /api/issues/:id/pieces', listed, async (request, reply) => {
    const which = whichOf(request);
    const pieces = await piecesIn(log, which.issueNumber, request.body.pieces);
    if (new Set(pieces.map(keyOfPiece)).size < pieces.length)
      throw invalidField('pieces', 'A piece can be in an issue only once');
    return carryOut(request, reply, { type: 'ArrangeIssue', ...which, pieces });
  });

  const optional = { preValidation: allowNoBody };
  registerRoute(app, 'POST /api/issues/:id/publish', optional, async (request, reply) => {
    const which = whichOf(request);
    const { at } = request.body;
    if (at === undefined)
      return sendIssue(reply, await publishIssue(parts, which, await contextOf(request, keys)));
    const { time: publishAt, check } = plannedTimeOf('at', at, parts.now);
    return carryOut(request, reply, { type: 'ScheduleIssue', ...which, publishAt }, { check });
  });

  registerRoute(app, 'POST /api/issues/:id/unschedule', bodiless, async (request, reply) =>
    carryOut(request, reply, { type: 'UnscheduleIssue', ...whichOf(request) }),
  );

  registerRoute(app, 'POST /api/issues/:id/withdraw', bodiless, async (request, reply) =>
    carryOut(request, reply, { type: 'WithdrawIssue', ...whichOf(request) }),
  );

  registerRoute(app, 'DELETE /api/issues/:id', bodiless, async (request, reply) => {
    const command = { type: 'DiscardIssue', ...whichOf(request) } as const;
    const written = await decideAndAppend(log, issueDecider, command, await contextOf(request, keys));
    return sendDone(reply, written.position);
  });

  registerRoute(app, 'POST /api/issues/:id/restore', {}, async (request, reply) => {
    const command = { type: 'RestoreIssue', ...whichOf(request) } as const;
    const context = await contextOf(request, keys);
    return sendIssue(reply, await restore(log, issueDecider, command, request.body, context));
  });

  const planned = 'POST /api/operations/issues/:id/publish-as-planned';
  registerRoute(app, planned, bodiless, async (request, reply) =>
    sendDone(reply, (await publishIssueAsPlanned(parts, Number(request.params.id)))?.position),
  );

  const finishing = 'POST /api/operations/issues/:id/finish-publishing';
  registerRoute(app, finishing, bodiless, async (request, reply) =>
    sendDone(reply, (await finishIssue(parts, Number(request.params.id))).position),
  );

  const discarding = 'POST /api/operations/issues/:id/finish-discarding';
  registerRoute(app, discarding, bodiless, async (request, reply) => {
    await finishDiscarding(log, Number(request.params.id));
    return sendDone(reply);
  });
}

/** Hook: accepts a bare list as the list of pieces. */
async function wrapBareList(request: FastifyRequest): Promise<void> {
  if (Array.isArray(request.body)) request.body = { pieces: request.body };
}

/**
 * Opens an issue. Without a number it gets the one after the highest existing number; concurrent requests each get a
 * different one. With an idempotency key it opens one issue.
 */
async function openIssue(
  log: JournalLog,
  asked: number | undefined,
  content: IssueContent,
  context: RequestContext,
): Promise<WriteResult<IssueState>> {
  const { idempotency } = context;
  // Accepted with its number: the same request elsewhere may determine another one, but opens this one.
  const accepted =
    idempotency && asked === undefined
      ? ((await findAcceptance(log, idempotency)) ??
        (await acceptRequest(log, idempotency, issueStream(await nextNumber(log)), context)))
      : undefined;
  const options = accepted ? { isAccepted: true } : {};
  const first = asked ?? issueNumberOfStream(accepted?.stream) ?? (await nextNumber(log));
  for (let issueNumber = first; ; issueNumber++) {
    const command = { type: 'OpenIssue', issueNumber, content } as const;
    try {
      return await decideAndAppend(log, issueDecider, command, context, options);
    } catch (error) {
      const isFree = asked === undefined && issueNumber < issueNumberBounds.maximum;
      if (!isFree || !isRejected(error, 'issue-number-taken')) throw error;
    }
  }
}

/**
 * Resolves with the number after the highest of all issues that are not discarded; 1 if there is none. Throws if that
 * number is above the maximum.
 */
async function nextNumber(log: JournalLog): Promise<number> {
  const [opened, discarded] = await Promise.all([log.readAll('IssueOpened'), log.readAll('IssueDiscarded')]);
  const times = new Map<number, number>();
  for (const { data } of opened) times.set(data.issueNumber, (times.get(data.issueNumber) ?? 0) + 1);
  for (const { data } of discarded) times.set(data.issueNumber, (times.get(data.issueNumber) ?? 0) - 1);
  const open = [...times].filter(([, left]) => left > 0).map(([number]) => number);
  const next = Math.max(0, ...open) + 1;
  if (next > issueNumberBounds.maximum)
    throw invalidField('number', 'There is no number after the highest one');
  return next;
}

/**
 * Resolves with the pieces that an issue is to have. Rejects with `article-not-found` if an article was never
 * published, and if a pitch that was not placed before can't wait for the issue. A newly placed pitch that is already
 * published is placed as its article.
 */
async function piecesIn(
  log: JournalLog,
  issueNumber: number,
  asked: IssuePieces['pieces'],
): Promise<readonly PlacedPiece[]> {
  const { state } = fold(issueDecider, await log.read(issueStream(issueNumber)));
  const placed = state.status === 'missing' ? [] : state.pieces.filter(isPitch);
  return Promise.all(
    asked.map(async ({ articleId, submissionId, heading: typed }, place) => {
      const heading = typed?.trim() || null;
      if ((articleId === undefined) === (submissionId === undefined))
        throw invalidField(`pieces/${place}`, 'Name either an article or a pitch');
      if (submissionId !== undefined) {
        const before = placed.find((piece) => piece.submissionId === submissionId);
        return before ? { ...before, heading } : { ...(await pitchToPlace(log, submissionId)), heading };
      }
      if (articleId === undefined || (await log.read(articleStream(articleId))).length === 0)
        throw new ProblemError('article-not-found');
      return { articleId, heading };
    }),
  );
}

async function pitchToPlace(log: JournalLog, submissionId: string) {
  const { state } = fold(submissionDecider, await log.read(submissionStream(submissionId)));
  if (state.status === 'missing' || !state.pitch) throw new ProblemError('submission-not-found');
  if (state.status === 'published') return { articleId: state.articleId };
  if (state.status !== 'pending' || state.progress.stage !== 'accepted')
    throw new ProblemError('submission-not-accepted');
  return { submissionId, userId: state.userId };
}

/** Responds with the issue as it is after the write; the next write accepts its ETag. */
function sendIssue(reply: FastifyReply, written: WriteResult<IssueState>): FastifyReply {
  const { state } = written;
  if (state.status === 'missing') throw new ProblemError('issue-not-found');
  return sendPiece(reply, JSON.stringify(toIssueState(state)), written);
}

import { type BylineChoice, positionHeader, type SubmissionReceipt, toSubmission } from '@journal/contracts';
import {
  type Byline,
  defaultByline,
  isReservedName,
  type OpenedEvent,
  submissionFields,
} from '@journal/events';
import { invalidField, ProblemError, registerRoute, type Server } from '@journal/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { articleDecider } from '../article/article.decider.ts';
import { sendArticle } from '../article/article.routes.ts';
import { consentToShow, followConsent } from '../consent/consent.handlers.ts';
import { deleteSentDraft } from '../draft/draft.routes.ts';
import { sendDone, sendPiece } from '../http/answers.ts';
import { isAbleTo, signedInUser } from '../http/auth.ts';
import { allowNoBody, contentOf, contextOf, refuseBody, seenRevisions, trimBody } from '../http/requests.ts';
import type { RouteParts } from '../parts.ts';
import { CommandRejected, isRejected } from '../writing/command-rejected.ts';
import { decideAndAppend, restore, type WriteResult } from '../writing/decide-and-append.ts';
import { eraseClosed } from './erase-closed.ts';
import {
  checkNameIsShown,
  finishPublishing,
  followByline,
  ownArticleIdOf,
  publishAsPlanned,
  publishSubmission,
} from './publishing.handlers.ts';
import { type SubmissionCommand, type SubmissionState, submissionDecider } from './submission.decider.ts';

/** Registers the routes that change a pitch. Each response carries the position of its write. */
export function registerSubmissionRoutes(app: Server, parts: RouteParts): void {
  const { log, keys, limits } = parts;
  const carryOut = async (request: FastifyRequest, command: SubmissionCommand) =>
    decideAndAppend(log, submissionDecider, command, await contextOf(request, keys));

  registerRoute(app, 'POST /api/submissions', { preValidation: trimBody }, async (request, reply) => {
    const userId = signedInUser(request);
    await limits.take(request, 'pitch', userId);
    const context = await contextOf(request, keys);
    const submissionId = context.ids('submission');
    const content = contentOf(submissionFields, request.body);
    const byline = request.body.byline && bylineIn(request.body.byline, 'byline.penName');
    const command = { type: 'PitchSubmission', submissionId, userId, content, byline } as const;
    const pitching = decideAndAppend(log, submissionDecider, command, context, { isNew: true });
    const { state, position } = await pitching.catch((error: unknown) => {
      // Nobody else writes to a stream with this id: the conflict means that the writer's key is gone.
      throw isRejected(error, 'write-conflict') ? new CommandRejected('writer-forgotten') : error;
    });
    if (state.status === 'missing' || !state.pitch) throw new CommandRejected('writer-forgotten');
    await deleteSentDraft(parts, request, 'new-pitch');
    const receipt: SubmissionReceipt = { id: state.pitch.id };
    reply.code(201).headers({ [positionHeader]: position, 'cache-control': 'no-store' });
    return receipt;
  });

  registerRoute(app, 'PUT /api/submissions/:id', { preValidation: trimBody }, async (request, reply) => {
    const [submissionId, userId] = [request.params.id, signedInUser(request)];
    const isEditor = isAbleTo(request, 'decide-pitches');
    if (!isEditor) await limits.take(request, 'change', userId);
    const edit = {
      submissionId,
      content: contentOf(submissionFields, request.body),
      ...seenRevisions(request),
    };
    const command = isEditor
      ? ({ type: 'EditSubmission', ...edit } as const)
      : ({ type: 'EditOwnSubmission', userId, ...edit } as const);
    const written = await carryOut(request, command);
    await deleteSentDraft(parts, request, `pitch-${submissionId}`);
    return sendSubmission(request, reply, written);
  });

  const trimmed = { preValidation: trimBody };
  registerRoute(app, 'PUT /api/submissions/mine/:id/byline', trimmed, async (request, reply) => {
    const [submissionId, userId] = [request.params.id, signedInUser(request)];
    await limits.take(request, 'change', userId);
    const byline = bylineIn(request.body, 'penName');
    await checkNameIsShown(parts, submissionId, userId);
    const written = await carryOut(request, { type: 'ChooseByline', submissionId, userId, byline });
    const position = await followByline(parts, submissionId);
    return sendSubmission(request, reply, { ...written, position: position ?? written.position });
  });

  registerRoute(app, 'POST /api/submissions/mine/:id/concerns', trimmed, async (request, reply) => {
    const which = { submissionId: request.params.id, userId: signedInUser(request) };
    await limits.take(request, 'concern', which.userId);
    const command = { type: 'ReportConcern', ...which, concern: request.body.text } as const;
    return sendDone(reply, (await carryOut(request, command)).position);
  });

  const bodiless = { preValidation: refuseBody };
  for (const [way, type] of [
    ['hide', 'HideArticle'],
    ['show', 'ShowArticle'],
  ] as const)
    registerRoute(app, `POST /api/submissions/mine/:id/${way}`, bodiless, async (request, reply) => {
      const userId = signedInUser(request);
      // A writer who wants to hide a piece never has to wait; it has to be shown before it can be hidden again.
      if (way === 'show') await limits.take(request, 'change', userId);
      const articleId = await ownArticleIdOf(parts, request.params.id, userId);
      const consent = way === 'show' ? await consentToShow(parts, request.params.id) : undefined;
      const command = { type, articleId, userId, consent } as const;
      const written = await decideAndAppend(log, articleDecider, command, await contextOf(request, keys));
      // It may have been withdrawn since it was checked. If this process dies here, the worker looks again.
      if (consent !== undefined) await followConsent(parts, articleId, true);
      return sendDone(reply, written.position);
    });

  registerRoute(app, 'POST /api/submissions/:id/withdraw', bodiless, async (request, reply) => {
    const which = { submissionId: request.params.id, userId: signedInUser(request) };
    const command = { type: 'WithdrawSubmission', ...which, ...seenRevisions(request) } as const;
    return sendSubmission(request, reply, await carryOut(request, command));
  });

  registerRoute(app, 'DELETE /api/submissions/:id', bodiless, async (request, reply) => {
    const which = { submissionId: request.params.id, ...seenRevisions(request) };
    return sendDone(reply, (await carryOut(request, { type: 'DeleteSubmission', ...which })).position);
  });

  const restoring = { preValidation: allowNoBody };
  registerRoute(app, 'POST /api/submissions/:id/restore', restoring, async (request, reply) => {
    const which = { submissionId: request.params.id, ...seenRevisions(request) };
    const command = { type: 'RestoreSubmission', ...which } as const;
    const context = await contextOf(request, keys);
    // An editor must not find out by trying whether a concern was reported.
    const isVersion = ({ type }: OpenedEvent) =>
      type !== 'SubmissionConcernReported' || isAbleTo(request, 'read-concerns');
    const written = await restore(log, submissionDecider, command, request.body, context, isVersion);
    return sendSubmission(request, reply, written);
  });

  registerRoute(app, 'POST /api/submissions/:id/publish', bodiless, async (request, reply) => {
    const which = { submissionId: request.params.id, ...seenRevisions(request) };
    const published = await publishSubmission(parts, which, await contextOf(request, keys));
    if (!published) throw new ProblemError('submission-not-found');
    return sendArticle(reply, 201, published);
  });

  const planned = 'POST /api/operations/submissions/:id/publish-as-planned';
  registerRoute(app, planned, bodiless, async (request, reply) =>
    sendDone(reply, (await publishAsPlanned(parts, request.params.id))?.position),
  );

  const following = 'POST /api/operations/submissions/:id/follow-byline';
  registerRoute(app, following, bodiless, async (request, reply) =>
    sendDone(reply, await followByline(parts, request.params.id)),
  );

  const erasing = 'POST /api/operations/submissions/:id/erase';
  registerRoute(app, erasing, bodiless, async (request, reply) =>
    sendDone(reply, (await eraseClosed(parts, request.params.id, await contextOf(request, keys))).position),
  );

  const finishing = 'POST /api/operations/submissions/:id/finish-publishing';
  registerRoute(app, finishing, bodiless, async (request, reply) =>
    sendDone(reply, (await finishPublishing(parts, request.params.id))?.position),
  );
}

/** Returns the byline in a request. Throws if the pen name is missing or reserved; `path`: path of its field. */
function bylineIn({ name, penName, showAge, showSchool }: BylineChoice, path: string): Byline {
  if (name === 'pen' && !penName) throw invalidField(path, 'Pen name is required');
  if (name === 'pen' && penName && isReservedName(penName))
    throw invalidField(path, 'Please choose another pen name');
  return { name, penName: name === 'pen' && penName ? penName : null, showAge, showSchool };
}

/**
 * Responds with the pitch as it is after the write, without the writer's address, which is not in its events. Only
 * editors see who looks after it and whether the people named in it have agreed.
 */
export function sendSubmission(
  request: FastifyRequest,
  reply: FastifyReply,
  written: WriteResult<SubmissionState>,
): FastifyReply {
  const { state } = written;
  if (state.status === 'missing' || !state.pitch) throw new ProblemError('submission-not-found');
  const articleId = state.status === 'published' ? state.articleId : null;
  // Everybody else whom these routes admit works on the pitch. A reviewer does not see how editors deal with their own.
  const isOwn = state.userId === signedInUser(request);
  const isShownDesk = !isOwn || isAbleTo(request, 'read-all-pitches');
  const progress = { ...state.progress, ...(isShownDesk ? {} : { assigneeId: null, agreedAt: null }) };
  const byline = state.pitch.byline ?? defaultByline;
  const source = { ...state.pitch, byline, ...progress, status: state.status, articleId };
  const { email: _unknown, ...shown } = toSubmission(source, null);
  // A concern after the last other event shows neither in the version nor, to anybody but the writer, in the position.
  const { workRevision: revision, workPosition = '' } = state;
  const position = isOwn || state.revision === revision ? written.position : workPosition;
  return sendPiece(reply, JSON.stringify(shown), { state: { revision }, position });
}

import { type CommentReceipt, findPassage, passageAt, positionHeader } from '@journal/contracts';
import { submissionStream } from '@journal/events';
import { registerRoute, type Server } from '@journal/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendDone } from '../http/answers.ts';
import { isAbleTo, signedInUser } from '../http/auth.ts';
import { contextOf, refuseBody, trimBody } from '../http/requests.ts';
import type { RouteParts } from '../parts.ts';
import { type SubmissionState, submissionDecider } from '../submission/submission.decider.ts';
import { CommandRejected } from '../writing/command-rejected.ts';
import { decideAndAppend, fold } from '../writing/decide-and-append.ts';
import { type ClosedReason, type CommentCommand, commentDecider } from './comment.decider.ts';

type OnPitch = FastifyRequest & { readonly params: { readonly id: string } };
type OnComment = OnPitch & { readonly params: { readonly commentId: string } };

/**
 * Registers the routes for editors' comments on passages of a pitch, and its writer's answers to those for the writer.
 */
export function registerCommentRoutes(app: Server, { log, keys, limits }: RouteParts): void {
  /** Resolves with the pitch in the path and why it accepts no comments. Throws if the requester has no access. */
  async function pitchOf(request: OnPitch, closedReasonOf: ClosedReasonOf = commentClosedReasonOf) {
    const { state } = fold(submissionDecider, await log.read(submissionStream(request.params.id)));
    const by = signedInUser(request);
    const mayReview = isAbleTo(request, 'review-pitches');
    const isWriter = state.status !== 'missing' && state.userId === by;
    // A former editor may still be the assignee of their own pitch.
    const isTheirs = state.status !== 'missing' && state.progress.assigneeId === by && !isWriter;
    const isEditor = mayReview && (isTheirs || isAbleTo(request, 'decide-pitches'));
    if (!isEditor && !isWriter) throw new CommandRejected(mayReview ? 'submission-not-found' : 'not-allowed');
    if (state.status === 'missing' || !state.pitch) throw new CommandRejected('submission-not-found');
    const { status, userId, pitch, workRevision: revision } = state;
    const which = { submissionId: pitch.id, userId, closedReason: closedReasonOf(status, isEditor) };
    return { which, pitch, revision, isEditor };
  }
  const carryOut = async (request: FastifyRequest, command: CommentCommand) =>
    decideAndAppend(log, commentDecider, command, await contextOf(request, keys));

  registerRoute(app, 'POST /api/submissions/:id/comments', {}, async (request, reply) => {
    const { which, pitch, revision: pitchRevision, isEditor } = await pitchOf(request);
    if (!isEditor) throw new CommandRejected('not-allowed');
    const { note, audience, before = '', after = '', ...words } = request.body;
    const place = findPassage(pitch, { ...words, before, after });
    const passage = place && passageAt(pitch, place);
    const context = await contextOf(request, keys);
    const commentId = context.ids('comment');
    const about = { ...which, commentId, passage, pitchRevision };
    const command = { type: 'CommentOnPassage', ...about, note: note.trim(), audience } as const;
    return sendReceipt(reply, commentId, await decideAndAppend(log, commentDecider, command, context));
  });

  const replying = 'POST /api/submissions/:id/comments/:commentId/replies';
  registerRoute(app, replying, { preValidation: trimBody }, async (request, reply) => {
    const { which, isEditor } = await pitchOf(request);
    if (!isEditor) await limits.take(request, 'change', signedInUser(request));
    const context = await contextOf(request, keys);
    const commentId = context.ids('comment');
    const about = { ...which, commentId, inReplyTo: request.params.commentId, isEditor };
    const command = { type: 'ReplyToComment', ...about, note: request.body.note } as const;
    return sendReceipt(reply, commentId, await decideAndAppend(log, commentDecider, command, context));
  });

  /** Resolves with the command's data for the comment in the path. For the writer, the request counts as a change. */
  async function targetOf(request: OnComment, closedReasonOf?: ClosedReasonOf) {
    const { which, isEditor } = await pitchOf(request, closedReasonOf);
    if (!isEditor) await limits.take(request, 'change', signedInUser(request));
    return { ...which, commentId: request.params.commentId, isEditor };
  }
  const bodiless = { preValidation: refuseBody };

  const resolving = 'POST /api/submissions/:id/comments/:commentId/resolve';
  registerRoute(app, resolving, bodiless, async (request, reply) => {
    const command = { type: 'ResolveComment', ...(await targetOf(request)) } as const;
    return sendDone(reply, (await carryOut(request, command)).position);
  });

  const reopening = 'POST /api/submissions/:id/comments/:commentId/reopen';
  registerRoute(app, reopening, bodiless, async (request, reply) => {
    const command = { type: 'ReopenComment', ...(await targetOf(request)) } as const;
    return sendDone(reply, (await carryOut(request, command)).position);
  });

  const deleting = 'DELETE /api/submissions/:id/comments/:commentId';
  registerRoute(app, deleting, bodiless, async (request, reply) => {
    const actorId = signedInUser(request);
    const mayDeleteAny = isAbleTo(request, 'decide-pitches');
    const which = { ...(await targetOf(request, deletedReasonOf)), actorId, mayDeleteAny };
    const command = { type: 'DeleteComment', ...which } as const;
    return sendDone(reply, (await carryOut(request, command)).position);
  });
}

/** Returns why a pitch of this status is closed; undefined if it is not. */
type ClosedReasonOf = (status: SubmissionState['status'], isEditor: boolean) => ClosedReason | undefined;

const commentClosedReasonOf: ClosedReasonOf = (status, isEditor) => {
  if (status === 'published' || status === 'withdrawn') return `submission-${status}`;
  if (!isEditor && status !== 'pending') return 'submission-taken-up';
  return status === 'declined' ? 'submission-declined' : deletedReasonOf(status, isEditor);
};

/**
 * A comment can be taken back whatever became of the pitch: its writer, who must not notice a deletion that can still be
 * undone, reads it afterwards, too. For editors, a deleted pitch is gone.
 */
const deletedReasonOf: ClosedReasonOf = (status, isEditor) =>
  isEditor && status === 'deleted' ? 'submission-not-found' : undefined;

function sendReceipt(reply: FastifyReply, id: string, { position }: { readonly position: string }) {
  const receipt: CommentReceipt = { id };
  reply.code(201).headers({ [positionHeader]: position, 'cache-control': 'no-store' });
  return receipt;
}

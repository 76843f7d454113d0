import {
  type CommentAudience,
  type CommentEvent,
  commentsStream,
  maxComments,
  type NewCommentEvent,
  type Passage,
} from '@journal/events';
import type { CommandOf, Dated, Decider, Decision } from '../decider.ts';

/** The pitch that is commented on, its writer and, if it accepts no comments, the reason. */
type Which = { submissionId: string; userId: string; closedReason?: ClosedReason | undefined };
/** `isEditor`: whether an editor acts; otherwise the writer of the pitch, who has access only to comments for them. */
type CommentTarget = Which & { commentId: string; isEditor: boolean };

type Commands = {
  CommentOnPassage: Which & {
    commentId: string;
    /** Undefined if the pitch no longer contains it. */
    passage: Passage | undefined;
    pitchRevision: number;
    note: string;
    audience: CommentAudience;
  };
  /** `commentId`: id of the reply. */
  ReplyToComment: CommentTarget & { inReplyTo: string; note: string };
  ResolveComment: CommentTarget;
  ReopenComment: CommentTarget;
  /** `actorId`: the requester; `mayDeleteAny`: whether they may delete comments by others. */
  DeleteComment: CommentTarget & { actorId: string; mayDeleteAny: boolean };
};
export type CommentCommand = CommandOf<Commands>;

/** Why a pitch accepts no comments. */
export type ClosedReason =
  | 'submission-not-found'
  | 'submission-published'
  | 'submission-withdrawn'
  | 'submission-declined'
  | 'submission-taken-up';
export type CommentRejection =
  | ClosedReason
  | 'passage-changed'
  | 'comment-not-found'
  | 'too-many-comments'
  | 'not-allowed';

/** A comment, or a reply to one, which has the same audience. */
type Known = {
  readonly authorId: string;
  readonly audience: CommentAudience;
  readonly inReplyTo: string | null;
  readonly isResolved: boolean;
};

/** All comments on a pitch by their id. `revision` is that of the last event, -1 if there is none. */
export type CommentsState = { readonly revision: number; readonly comments: ReadonlyMap<string, Known> };

export const commentDecider: Decider<CommentsState, CommentCommand, NewCommentEvent, CommentRejection> = {
  initialState: { revision: -1, comments: new Map() },
  streamOf: ({ submissionId }) => commentsStream(submissionId),
  evolve,
  decide,
};

function evolve(state: CommentsState, event: Dated<CommentEvent>): CommentsState {
  const comments = new Map(state.comments);
  const { commentId } = event.data;
  const authorId = event.metadata.actor.id;
  const known = comments.get(commentId);
  switch (event.type) {
    case 'PassageCommented': {
      const { audience } = event.data;
      comments.set(commentId, { authorId, audience, inReplyTo: null, isResolved: false });
      break;
    }
    case 'CommentReplied': {
      const { inReplyTo } = event.data;
      const audience = comments.get(inReplyTo)?.audience ?? 'editors';
      comments.set(commentId, { authorId, audience, inReplyTo, isResolved: false });
      break;
    }
    case 'CommentResolved':
    case 'CommentReopened':
      if (known) comments.set(commentId, { ...known, isResolved: event.type === 'CommentResolved' });
      break;
    case 'CommentDeleted':
      comments.delete(commentId);
      for (const [id, { inReplyTo }] of comments) if (inReplyTo === commentId) comments.delete(id);
      break;
    default:
      event satisfies never;
  }
  return { revision: state.revision + 1, comments };
}

function decide(
  command: CommentCommand,
  { comments }: CommentsState,
): Decision<NewCommentEvent, CommentRejection> {
  const { submissionId, userId, commentId, closedReason } = command;
  if (closedReason) return { rejection: closedReason };
  const data = { submissionId, userId, commentId };
  // Each audience has its own limit: otherwise a writer would learn how many comments are not for them.
  const isFull = (audience: CommentAudience) =>
    [...comments.values()].filter((each) => each.audience === audience).length >= maxComments;
  const withReplies = (id: string) =>
    [...comments].flatMap(([each, one]) => (each === id || one.inReplyTo === id ? [one] : []));
  if (command.type === 'CommentOnPassage') {
    const { passage, pitchRevision, note, audience } = command;
    if (!passage) return { rejection: 'passage-changed' };
    if (isFull(audience)) return { rejection: 'too-many-comments' };
    return {
      events: [{ type: 'PassageCommented', data: { ...data, pitchRevision, ...passage, note, audience } }],
    };
  }
  const about = command.type === 'ReplyToComment' ? command.inReplyTo : commentId;
  const known = comments.get(about);
  const isTheirs = command.isEditor || known?.audience === 'writer';
  const isReply = known?.inReplyTo !== null;
  if (!known || !isTheirs || (isReply && command.type !== 'DeleteComment'))
    return { rejection: 'comment-not-found' };
  const reopened = { type: 'CommentReopened', data: { ...data, commentId: about } } as const;
  switch (command.type) {
    case 'ReplyToComment': {
      const { inReplyTo, note } = command;
      if (isFull(known.audience)) return { rejection: 'too-many-comments' };
      const replied = { type: 'CommentReplied', data: { ...data, inReplyTo, note } } as const;
      return { events: known.isResolved ? [reopened, replied] : [replied] };
    }
    case 'ResolveComment':
      return { events: known.isResolved ? [] : [{ type: 'CommentResolved', data }] };
    case 'ReopenComment':
      return { events: known.isResolved ? [reopened] : [] };
    case 'DeleteComment':
      // Deleting a comment also deletes its replies, including those of others.
      if (
        !command.mayDeleteAny &&
        withReplies(commentId).some(({ authorId }) => authorId !== command.actorId)
      )
        return { rejection: 'not-allowed' };
      return { events: [{ type: 'CommentDeleted', data }] };
    default:
      return command satisfies never;
  }
}

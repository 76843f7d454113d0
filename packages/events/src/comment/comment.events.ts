import Type from 'typebox';
import { defineEvents, type NewEventOf, type ReadEventOf } from '../event/event.ts';
import { submissionSubject } from '../submission/submission.events.ts';
import {
  type CommentAudience,
  commentAudiences,
  type PassageField,
  passageFields,
} from './comment.fields.ts';

/**
 * The pitch, its writer and the comment. Comments are sealed with the pitch's key, which is deleted with the writer's.
 */
const which = { submissionId: Type.String(), userId: Type.String(), commentId: Type.String() };

export const commentEvents = defineEvents({
  PassageCommented: {
    data: {
      ...which,
      /** Revision of the pitch that contains the passage. */
      pitchRevision: Type.Integer({ minimum: 0 }),
      field: Type.Enum([...passageFields] as PassageField[]),
      /** Zero-based index of the paragraph in the field. */
      paragraph: Type.Integer({ minimum: 0 }),
      quotation: Type.String(),
      /** Text around the quotation in its paragraph. */
      before: Type.String(),
      after: Type.String(),
      note: Type.String(),
      audience: Type.Enum([...commentAudiences] as CommentAudience[]),
    },
    sealed: [{ subject: submissionSubject, fields: ['quotation', 'before', 'after', 'note'] }],
  },
  /** `inReplyTo`: id of the comment on the passage. */
  CommentReplied: {
    data: { ...which, inReplyTo: Type.String(), note: Type.String() },
    sealed: [{ subject: submissionSubject, fields: ['note'] }],
  },
  CommentResolved: { data: which },
  CommentReopened: { data: which },
  /** Deletes a reply, or a comment with all its replies. */
  CommentDeleted: { data: which },
});

/** Events of the comments on a pitch, as returned by the decider. */
export type NewCommentEvent = NewEventOf<typeof commentEvents>;

/** Events of the comments on a pitch, as read from the log; texts may be null. */
export type CommentEvent = ReadEventOf<typeof commentEvents>;

/** All comments on a pitch share one stream, so that the decider can enforce the limit on their number. */
export const commentsStream = (submissionId: string) => `comments-${submissionId}`;

import Type from 'typebox';
import { defineEvents, type NewEventOf, type ReadEventOf } from '../event/event.ts';
import { submissionSubject } from '../submission/submission.events.ts';
import {
  type CommentAudience,
  commentAudiences,
  type PassageField,
  passageFields,
} from './comment.fields.ts';

/** About which pitch, and whose: what is said about it is sealed with its key, and goes with its writer. */
const which = { submissionId: Type.String(), userId: Type.String(), commentId: Type.String() };

export const commentEvents = defineEvents({
  PassageCommented: {
    data: {
      ...which,
      /** Of the pitch, as of which it has the passage. */
      pitchRevision: Type.Integer({ minimum: 0 }),
      field: Type.Enum([...passageFields] as PassageField[]),
      /** Which of the field's paragraphs, from 0. */
      paragraph: Type.Integer({ minimum: 0 }),
      quotation: Type.String(),
      /** What stands before and behind the quotation in its paragraph. */
      before: Type.String(),
      after: Type.String(),
      note: Type.String(),
      audience: Type.Enum([...commentAudiences] as CommentAudience[]),
    },
    sealed: [{ subject: submissionSubject, fields: ['quotation', 'before', 'after', 'note'] }],
  },
  /** `inReplyTo`: the comment that stands at the passage. */
  CommentReplied: {
    data: { ...which, inReplyTo: Type.String(), note: Type.String() },
    sealed: [{ subject: submissionSubject, fields: ['note'] }],
  },
  CommentResolved: { data: which },
  CommentReopened: { data: which },
  /** A reply, or a comment with all its replies. */
  CommentDeleted: { data: which },
});

/** The events of the comments on a pitch as they are decided. */
export type NewCommentEvent = NewEventOf<typeof commentEvents>;

/** The events of the comments on a pitch as they are read; what was written may be null. */
export type CommentEvent = ReadEventOf<typeof commentEvents>;

/** All comments on a pitch are in one stream, so that how many there are is decided like all else. */
export const commentsStream = (submissionId: string) => `comments-${submissionId}`;

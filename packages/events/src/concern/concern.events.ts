import Type from 'typebox';
import { defineEvents, type NewEventOf, type ReadEventOf } from '../event/event.ts';
import { nullable } from '../fields/field-schemas.ts';

const concernId = Type.String();

/** Returns the subject whose key seals one concern. The key is deleted once the concern is no longer needed. */
export const concernSubject = (data: { readonly concernId: string }) => `concern:${data.concernId}`;

export const concernEvents = defineEvents({
  /**
   * Someone, with or without an account, reported a concern about the journal, or about the article with that id.
   * `replyTo`: address for a reply, null if none is wanted.
   */
  ConcernReported: {
    data: {
      concernId,
      articleId: nullable(Type.Integer({ minimum: 1 })),
      text: Type.String(),
      replyTo: nullable(Type.String()),
    },
    sealed: [{ subject: concernSubject, fields: ['text', 'replyTo'] }],
  },
  /** The concern's retention period has ended; its key is deleted next. */
  ConcernErased: { data: { concernId } },
});

/** Events of a concern's stream, as returned by the decider. */
export type NewConcernEvent = NewEventOf<typeof concernEvents>;

/** Events of a concern's stream, as read from the log; text and address may be null. */
export type ConcernEvent = ReadEventOf<typeof concernEvents>;

export const concernStream = (concernId: string) => `concern-${concernId}`;

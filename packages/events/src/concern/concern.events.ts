import Type from 'typebox';
import { defineEvents, type NewEventOf, type ReadEventOf } from '../event/event.ts';
import { nullable } from '../fields/field-schemas.ts';

const concernId = Type.String();

/** The key of one concern, which is deleted when nobody needs it any more. */
export const concernSubject = (data: { readonly concernId: string }) => `concern:${data.concernId}`;

export const concernEvents = defineEvents({
  /**
   * Somebody, with an account or without, worries about something in the journal, or in the article of that number.
   * `replyTo`: where they want an answer, if they do.
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
  /** It was kept for long enough; its key is deleted next. */
  ConcernErased: { data: { concernId } },
});

/** The events of a concern's stream as they are decided. */
export type NewConcernEvent = NewEventOf<typeof concernEvents>;

/** The events of a concern's stream as they are read; what was written may be null. */
export type ConcernEvent = ReadEventOf<typeof concernEvents>;

export const concernStream = (concernId: string) => `concern-${concernId}`;

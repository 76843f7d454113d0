import Type from 'typebox';
import { contributorSubject } from '../article/article.events.ts';
import { defineEvents, type NewEventOf, type ReadEventOf } from '../event/event.ts';
import { namesSealedFor } from '../fields/field.ts';
import { changedProperties, dataProperties } from '../fields/field-schemas.ts';
import { submissionFields } from './submission.fields.ts';

/** Which pitch, and whose: the writer's key is the one that a published article's byline is sealed with. */
const which = { submissionId: Type.String(), userId: Type.String() };

const sealed = [
  {
    subject: (data: { readonly userId: string }) => contributorSubject({ contributorId: data.userId }),
    fields: namesSealedFor(submissionFields, 'contributor'),
  },
] as const;

export const submissionEvents = defineEvents({
  SubmissionPitched: { data: { ...which, ...dataProperties(submissionFields) }, sealed },
  /** Only the fields that the edit changed; `restoredRevision` where it restored those of an earlier version. */
  SubmissionEdited: {
    data: {
      ...which,
      ...changedProperties(submissionFields),
      restoredRevision: Type.Optional(Type.Integer({ minimum: 0 })),
    },
    sealed,
  },
  /**
   * The pitch is closed, and its article has to be published: whoever finds the article missing publishes it from the
   * pitch as of this event, in the name of this event's actor.
   */
  SubmissionPublished: { data: { ...which, articleId: Type.Integer({ minimum: 1 }) } },
  SubmissionDeleted: { data: which },
  /** A deleted pitch is back, as it was when it was deleted. */
  SubmissionRestored: { data: which },
  /** Its writer has taken the pitch back, for good. */
  SubmissionWithdrawn: { data: which },
});

/** The events of a pitch's stream as they are decided. */
export type NewSubmissionEvent = NewEventOf<typeof submissionEvents>;

/** The events of a pitch's stream as they are read; what the writer filled in may be null. */
export type SubmissionEvent = ReadEventOf<typeof submissionEvents>;

export const submissionStream = (submissionId: string) => `submission-${submissionId}`;

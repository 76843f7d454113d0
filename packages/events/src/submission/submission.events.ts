import Type, { type Static } from 'typebox';
import { contributorSubject } from '../article/article.events.ts';
import { defineEvents, type NewEventOf, type ReadEventOf } from '../event/event.ts';
import { namesSealedFor } from '../fields/field.ts';
import { changedProperties, dataProperties } from '../fields/field-schemas.ts';
import { submissionFields } from './submission.fields.ts';

/** Sealing refuses unknown fields, because they would be stored in the clear. */
const closed = { additionalProperties: false } as const;

/** Which pitch, and whose: the writer's key is the one that a published article's byline is sealed with. */
const which = { submissionId: Type.String(), userId: Type.String() };
const ofSubmission = Type.Object(which, closed);

const sealed = [
  {
    subject: (data: { readonly userId: string }) => contributorSubject({ contributorId: data.userId }),
    fields: namesSealedFor(submissionFields, 'contributor'),
  },
] as const;

/** Only the fields that the edit changed; `restoredRevision` where it restored those of an earlier version. */
const SubmissionEdited = Type.Object(
  {
    ...which,
    ...changedProperties(submissionFields),
    restoredRevision: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  closed,
);
export type SubmissionEdited = Static<typeof SubmissionEdited>;

export const submissionEvents = defineEvents({
  SubmissionPitched: {
    schema: Type.Object({ ...which, ...dataProperties(submissionFields) }, closed),
    sealed,
  },
  SubmissionEdited: { schema: SubmissionEdited, sealed },
  /**
   * The pitch is closed, and its article has to be published: whoever finds the article missing publishes it from the
   * pitch as of this event, in the name of this event's actor.
   */
  SubmissionPublished: { schema: Type.Object({ ...which, articleId: Type.Integer({ minimum: 1 }) }, closed) },
  SubmissionDeleted: { schema: ofSubmission },
  /** A deleted pitch is back, as it was when it was deleted. */
  SubmissionRestored: { schema: ofSubmission },
});

/** The events of a pitch's stream as they are decided. */
export type NewSubmissionEvent = NewEventOf<typeof submissionEvents>;

/** The events of a pitch's stream as they are read; what the writer filled in may be null. */
export type SubmissionEvent = ReadEventOf<typeof submissionEvents>;

export const submissionStream = (submissionId: string) => `submission-${submissionId}`;

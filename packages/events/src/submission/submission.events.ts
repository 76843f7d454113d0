import Type, { type Static } from 'typebox';
import { contributorSubject } from '../article/article.events.ts';
import type { EventDefinition } from '../event/event-definition.ts';
import type { NewEventOf, ReadEventOf } from '../event/event-types.ts';
import { namesSealedFor } from '../fields/field.ts';
import { changedProperties, dataProperties } from '../fields/field-schemas.ts';
import { submissionFields } from './submission.fields.ts';

/** An unknown field would be stored in the clear: sealing refuses it. */
const closed = { additionalProperties: false } as const;

/** Which pitch, and whose: the writer's key is the one that a published article's byline is under. */
const which = { submissionId: Type.String(), userId: Type.String() };

export const SubmissionPitched = Type.Object({ ...which, ...dataProperties(submissionFields) }, closed);
export type SubmissionPitched = Static<typeof SubmissionPitched>;

/** Only the fields that the edit changed; `restoredRevision` where it brought back what an earlier one had. */
export const SubmissionEdited = Type.Object(
  {
    ...which,
    ...changedProperties(submissionFields),
    restoredRevision: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  closed,
);
export type SubmissionEdited = Static<typeof SubmissionEdited>;

/**
 * The pitch is closed and its article is to be: whoever finds the article missing makes it of the pitch as it is at
 * this event, in the name of this event's actor.
 */
export const SubmissionPublished = Type.Object({ ...which, articleId: Type.Integer({ minimum: 1 }) }, closed);
export type SubmissionPublished = Static<typeof SubmissionPublished>;

export const SubmissionDeleted = Type.Object(which, closed);
export type SubmissionDeleted = Static<typeof SubmissionDeleted>;

/** A deleted pitch is back, as it was when it was deleted. */
export const SubmissionRestored = Type.Object(which, closed);
export type SubmissionRestored = Static<typeof SubmissionRestored>;

const sealedPitch = [
  {
    subject: (data: { readonly userId: string }) => contributorSubject({ contributorId: data.userId }),
    fields: namesSealedFor(submissionFields, 'contributor'),
  },
] as const;

const plain = { version: 1, sealed: [], upcasts: [] } as const;

export const submissionEvents = {
  SubmissionPitched: {
    ...plain,
    type: 'SubmissionPitched',
    schema: SubmissionPitched,
    sealed: sealedPitch,
  } as const satisfies EventDefinition<'SubmissionPitched', typeof SubmissionPitched>,
  SubmissionEdited: {
    ...plain,
    type: 'SubmissionEdited',
    schema: SubmissionEdited,
    sealed: sealedPitch,
  } as const satisfies EventDefinition<'SubmissionEdited', typeof SubmissionEdited>,
  SubmissionPublished: {
    ...plain,
    type: 'SubmissionPublished',
    schema: SubmissionPublished,
  } as const satisfies EventDefinition<'SubmissionPublished', typeof SubmissionPublished>,
  SubmissionDeleted: {
    ...plain,
    type: 'SubmissionDeleted',
    schema: SubmissionDeleted,
  } as const satisfies EventDefinition<'SubmissionDeleted', typeof SubmissionDeleted>,
  SubmissionRestored: {
    ...plain,
    type: 'SubmissionRestored',
    schema: SubmissionRestored,
  } as const satisfies EventDefinition<'SubmissionRestored', typeof SubmissionRestored>,
};

/** The events of a pitch's stream as they are decided. */
export type NewSubmissionEvent = NewEventOf<typeof submissionEvents>;

/** The events of a pitch's stream as they are read; what the writer filled in may be null. */
export type SubmissionEvent = ReadEventOf<typeof submissionEvents>;

export const submissionStream = (submissionId: string) => `submission-${submissionId}`;

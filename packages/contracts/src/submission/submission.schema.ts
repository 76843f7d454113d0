import { answerProperties, requestProperties, submissionFields } from '@journal/events/fields';
import Type, { type Static } from 'typebox';
import { ClosedObject, DateTime, nullable } from '../system/schemas.ts';

/**
 * What a writer fills in to pitch an essay, and an editor to edit one. Text arrives trimmed (see `trimText`);
 * `school` may be left out, null or empty, which all mean "none".
 */
export const SubmissionFields = ClosedObject(requestProperties(submissionFields));
export type SubmissionFields = Static<typeof SubmissionFields>;

/** Answer to a pitch. */
export const SubmissionReceipt = Type.Object({ id: Type.String() });
export type SubmissionReceipt = Static<typeof SubmissionReceipt>;

/**
 * `pending` waits for the editors; `published` has an article; `deleted` was turned down, and can be restored; `withdrawn`
 * was taken back by its writer, for good.
 */
export const SubmissionStatus = Type.Enum(['pending', 'published', 'deleted', 'withdrawn']);
export type SubmissionStatus = Static<typeof SubmissionStatus>;

const { fullName, age, ...otherFields } = answerProperties(submissionFields);

/** A pitch as editors see it. One whose writer has been forgotten is in no list. */
export const Submission = Type.Object({
  id: Type.String(),
  userId: Type.String(),
  fullName,
  age,
  /** Of the writer's account, where there is one. */
  email: nullable(Type.String()),
  ...otherFields,
  createdAt: DateTime,
  status: SubmissionStatus,
  /** What became of it, where it was published. */
  articleId: nullable(Type.Integer()),
});
export type Submission = Static<typeof Submission>;

/** A pitch as its writer sees it. */
export const OwnSubmission = Type.Object({
  ...Type.Omit(Submission, ['userId', 'email']).properties,
  /** Whether an editor has edited it: its writer can then change and withdraw it no more. */
  isTakenUp: Type.Boolean(),
});
export type OwnSubmission = Static<typeof OwnSubmission>;

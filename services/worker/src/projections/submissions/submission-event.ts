import type { JournalEventOf, OpenedEvent, SubmissionEvent } from '@journal/events';

export type OpenedSubmissionEvent = OpenedEvent<SubmissionEvent>;

/** A pitch's event of one type, as its `onSubmission…` gets it. */
export type OpenedSubmission<Type extends SubmissionEvent['type']> = Extract<
  OpenedSubmissionEvent,
  { type: Type }
>;

/** Whose pitches are to be without a text from now on. */
export type OpenedUserForgotten = OpenedEvent<JournalEventOf<'UserForgotten'>>;

import { submissionEvents, userEvents } from '@journal/events';
import { type SubmissionRow, type SubmissionVersionRow, submissionsModel } from '@journal/read-models';
import { defineRowProjection } from '../../engine/row-projection.ts';
import { onSubmissionDeleted } from './on-submission-deleted.ts';
import { onSubmissionEdited } from './on-submission-edited.ts';
import { onSubmissionPitched } from './on-submission-pitched.ts';
import { onSubmissionPublished } from './on-submission-published.ts';
import { onSubmissionRestored } from './on-submission-restored.ts';
import type { OpenedSubmissionEvent, OpenedUserForgotten } from './submission-event.ts';
import { submissionTopics } from './submission-topics.ts';
import { submissionVersionOf } from './submission-version-of.ts';
import { submissionsErasure } from './submissions.erasure.ts';
import { submissionsTables } from './submissions.tables.ts';

/** Pitches as editors and their writers see them, and their history; of those of a forgotten user nothing. */
export const submissionsProjection = defineRowProjection<
  OpenedSubmissionEvent,
  SubmissionRow,
  SubmissionVersionRow,
  OpenedUserForgotten,
  string
>({
  model: submissionsModel,
  events: { ...submissionEvents, UserForgotten: userEvents.UserForgotten },
  keyOf: (event) => event.data.submissionId,
  on: {
    SubmissionPitched: onSubmissionPitched,
    SubmissionEdited: onSubmissionEdited,
    SubmissionPublished: onSubmissionPublished,
    SubmissionDeleted: onSubmissionDeleted,
    SubmissionRestored: onSubmissionRestored,
  },
  versionOf: submissionVersionOf,
  tables: submissionsTables,
  erasure: submissionsErasure,
  topicsOf: submissionTopics,
});

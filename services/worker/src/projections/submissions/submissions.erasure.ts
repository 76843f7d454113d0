import type { SubmissionRow } from '@journal/read-models';
import { type Erasure, withoutFields } from '../../engine/erasure.ts';
import { forgottenWriters } from './forgotten-writers.ts';
import type { OpenedSubmissionEvent, OpenedUserForgotten } from './submission-event.ts';
import { submissionsTables } from './submissions.tables.ts';

/** A forgotten writer's pitches say nothing more, whatever became of the published pieces: nobody reads them but editors. */
export const submissionsErasure: Erasure<OpenedSubmissionEvent, SubmissionRow, OpenedUserForgotten, string> =
  {
    forgottenBy: (event) =>
      event.type === 'UserForgotten' ? { owner: event.data.userId, pieces: 'remove' } : undefined,
    ownerOf: (event) => event.data.userId,
    ofEvent: (event) => ({ ...event, data: emptied(event.data) }) as OpenedSubmissionEvent,
    ownerOfRow: (row) => row.userId,
    ofRow: emptied,
    tables: { ...forgottenWriters, loadOf: submissionsTables.loadOf },
  };

const filledIn = new Set(['fullName', 'age', 'school', 'articleTitle', 'articleSummary', 'fullEssay']);

function emptied<Data extends object>(data: Data): Data {
  return withoutFields(data, filledIn);
}

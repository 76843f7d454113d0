import type { SubmissionRow } from '@journal/read-models';
import { pitched } from './pitched.ts';
import type { OpenedSubmission } from './submission-event.ts';

export function onSubmissionEdited(
  row: SubmissionRow | undefined,
  { data, revision }: OpenedSubmission<'SubmissionEdited'>,
): SubmissionRow {
  const before = pitched(row);
  const { submissionId: _id, restoredRevision: _restored, fullEssay, ...changes } = data;
  return {
    ...before,
    ...changes,
    revision,
    essayRevision: fullEssay === undefined ? before.essayRevision : revision,
  };
}

import type { SubmissionRow } from '@journal/read-models';
import { pitched } from './pitched.ts';
import type { OpenedSubmission } from './submission-event.ts';

export function onSubmissionDeleted(
  row: SubmissionRow | undefined,
  { revision }: OpenedSubmission<'SubmissionDeleted'>,
): SubmissionRow {
  return { ...pitched(row), revision, status: 'deleted' };
}

import type { SubmissionRow } from '@journal/read-models';
import { pitched } from './pitched.ts';
import type { OpenedSubmission } from './submission-event.ts';

export function onSubmissionRestored(
  row: SubmissionRow | undefined,
  { revision }: OpenedSubmission<'SubmissionRestored'>,
): SubmissionRow {
  return { ...pitched(row), revision, status: 'pending' };
}

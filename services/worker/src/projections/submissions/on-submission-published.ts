import type { SubmissionRow } from '@journal/read-models';
import { pitched } from './pitched.ts';
import type { OpenedSubmission } from './submission-event.ts';

export function onSubmissionPublished(
  row: SubmissionRow | undefined,
  { data, revision }: OpenedSubmission<'SubmissionPublished'>,
): SubmissionRow {
  return { ...pitched(row), revision, status: 'published', articleId: data.articleId };
}

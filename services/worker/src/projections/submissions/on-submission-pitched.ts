import type { SubmissionRow } from '@journal/read-models';
import type { OpenedSubmission } from './submission-event.ts';

export function onSubmissionPitched(
  _row: SubmissionRow | undefined,
  { data, metadata, revision, position }: OpenedSubmission<'SubmissionPitched'>,
): SubmissionRow {
  const { submissionId, fullEssay: _essay, ...fields } = data;
  return {
    ...fields,
    id: submissionId,
    revision,
    essayRevision: revision,
    position,
    status: 'pending',
    articleId: null,
    createdAt: metadata.at,
  };
}

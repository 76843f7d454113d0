import { type Submission, SubmissionFields, submissionFields } from '@journal/contracts';
import { restoreSubmission, saveSubmission } from '../../../data/newsroom.api.ts';
import { formFieldsOf, formValuesOf } from '../editing/form-fields.ts';
import type { RowKind } from '../editing/row-kind.ts';

const fields = formFieldsOf(submissionFields, {
  fullEssay: { hint: 'A blank line begins a new paragraph.' },
});

export const submissionKind: RowKind<Submission> = {
  noun: 'submission',
  schema: SubmissionFields,
  fields,
  edit: 'Edit Submission',
  saved: 'Submission updated successfully!',
  notSaved: 'Failed to update submission. Please try again.',
  valuesOf: (submission) => formValuesOf(submissionFields, submission),
  closedBy: ({ status, articleId }) =>
    status === 'published' && articleId !== null
      ? { text: 'This submission has been published meanwhile.', href: `/article/${articleId}` }
      : undefined,
  save: ({ id }, values, etag) => saveSubmission(id, values as SubmissionFields, etag),
  restore: ({ id }) => restoreSubmission(id),
  historyHref: ({ id }) => `/admin/submissions/${encodeURIComponent(id)}/history`,
};

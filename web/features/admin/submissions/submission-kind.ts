import { ageBounds, type Submission, SubmissionFields } from '@journal/contracts';
import { restoreSubmission, saveSubmission } from '../../../data/newsroom.calls.ts';
import type { FieldSpec, RowKind } from '../editing/row-kind.ts';

const fields: readonly FieldSpec[] = [
  { name: 'fullName', label: 'Full name', kind: 'line' },
  { name: 'age', label: 'Age', kind: 'number', bounds: ageBounds },
  { name: 'school', label: 'School', kind: 'line', optional: true },
  { name: 'section', label: 'Section', kind: 'section' },
  { name: 'articleTitle', label: 'Article title', kind: 'line' },
  { name: 'articleSummary', label: 'Article summary', kind: 'text' },
  { name: 'fullEssay', label: 'Full essay', kind: 'essay', hint: 'A blank line begins a new paragraph.' },
];

export const submissionKind: RowKind<Submission> = {
  noun: 'submission',
  schema: SubmissionFields,
  fields,
  edit: 'Edit Submission',
  saved: 'Submission updated successfully!',
  notSaved: 'Failed to update submission. Please try again.',
  valuesOf: (submission) => ({
    fullName: submission.fullName,
    age: submission.age,
    school: submission.school ?? '',
    section: submission.section,
    articleTitle: submission.articleTitle,
    articleSummary: submission.articleSummary,
    fullEssay: submission.fullEssay,
  }),
  closedBy: ({ status, articleId }) =>
    status === 'published' && articleId !== null
      ? { text: 'This submission has been published meanwhile.', href: `/article/${articleId}` }
      : undefined,
  save: ({ id }, values, etag) => saveSubmission(id, values as SubmissionFields, etag),
  restore: ({ id }) => restoreSubmission(id),
  historyHref: ({ id }) => `/admin/submissions/${encodeURIComponent(id)}/history`,
};

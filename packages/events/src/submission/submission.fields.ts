import { ageBounds, sections } from '../fields/bounds.ts';
import { type ContentOf, type Fields, type OpenedContentOf, textLimits } from '../fields/field.ts';

const requiredText = <Label extends string, Subject extends string>(
  label: Label,
  maxLength: number,
  sealedFor: Subject,
) => ({ label, value: { kind: 'text', maxLength }, sealedFor }) as const;

/**
 * Fields that a writer fills in to pitch an essay. The writer's details are sealed with the writer's key, the text with
 * the pitch's own key, which is deleted with the writer's. The section is not sealed.
 */
export const submissionFields = {
  fullName: requiredText('Full name', textLimits.name, 'contributor'),
  age: {
    label: 'Age',
    value: { kind: 'integer', ...ageBounds },
    errors: { message: 'Age must be between 12 and 18' },
    sealedFor: 'contributor',
  },
  school: {
    label: 'School',
    value: { kind: 'text', maxLength: textLimits.name, isOptional: true },
    sealedFor: 'contributor',
  },
  section: {
    label: 'Section',
    value: { kind: 'choice', of: sections },
    errors: { message: 'Please choose a section' },
    sealedFor: null,
  },
  articleTitle: requiredText('Article title', textLimits.title, 'submission'),
  articleSummary: requiredText('Article summary', textLimits.summary, 'submission'),
  fullEssay: { ...requiredText('Full essay', textLimits.body, 'submission'), isBulk: true },
} as const satisfies Fields;

export type SubmissionContent = ContentOf<typeof submissionFields>;
/** Content as read from the log: everything but the section is null once the writer's key is deleted. */
export type OpenedSubmissionContent = OpenedContentOf<typeof submissionFields>;

/** Stages of a pending pitch: arrived, with an editor, with its writer, back with the editors, to be published. */
export const submissionStages = [
  'received',
  'reading',
  'changes-requested',
  'resubmitted',
  'accepted',
] as const;
export type SubmissionStage = (typeof submissionStages)[number];

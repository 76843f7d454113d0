import { ageBounds, sections } from '../fields/bounds.ts';
import { type ContentOf, type Fields, type OpenedContentOf, textLimits } from '../fields/field.ts';

const requiredText = <Label extends string>(label: Label, maxLength: number) =>
  ({ label, value: { kind: 'text', maxLength }, sealedFor: 'contributor' }) as const;

/** What a writer fills in to pitch an essay. All but the section is sealed with the writer's key, and goes with it. */
export const submissionFields = {
  fullName: requiredText('Full name', textLimits.name),
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
  articleTitle: requiredText('Article title', textLimits.title),
  articleSummary: requiredText('Article summary', textLimits.summary),
  fullEssay: { ...requiredText('Full essay', textLimits.body), isBulk: true },
} as const satisfies Fields;

export type SubmissionContent = ContentOf<typeof submissionFields>;
/** As it is read: null but for the section once the writer's key is gone. */
export type OpenedSubmissionContent = OpenedContentOf<typeof submissionFields>;

import Type, { type Static } from 'typebox';
import { Section } from '../article/article.schema.ts';
import { ageBounds, sections, textLimits } from '../article/article.values.ts';

const requiredText = (label: string, maxLength: number) =>
  Type.String({ minLength: 1, maxLength, label, format: 'printable' });

/**
 * What a writer fills in to pitch an essay, and an editor to edit one. Text arrives trimmed (see `trimText`);
 * `school` may be left out, null or empty, which all mean "none".
 */
export const SubmissionFields = Type.Object(
  {
    fullName: requiredText('Full name', textLimits.name),
    age: Type.Integer({ ...ageBounds, message: 'Age must be between 12 and 18' }),
    school: Type.Optional(
      Type.Union(
        [Type.String({ maxLength: textLimits.name, label: 'School', format: 'printable' }), Type.Null()],
        { label: 'School' },
      ),
    ),
    section: Type.Enum([...sections], { message: 'Please choose a section' }),
    articleTitle: requiredText('Article title', textLimits.title),
    articleSummary: requiredText('Article summary', textLimits.summary),
    fullEssay: requiredText('Full essay', textLimits.body),
  },
  { additionalProperties: false },
);
export type SubmissionFields = Static<typeof SubmissionFields>;

/** Answer to a pitch. */
export const SubmissionReceipt = Type.Object({ id: Type.String() });
export type SubmissionReceipt = Static<typeof SubmissionReceipt>;

/** `pending` waits for the editors; `published` has an article; `deleted` was turned down, and can be restored. */
export const SubmissionStatus = Type.Enum(['pending', 'published', 'deleted']);
export type SubmissionStatus = Static<typeof SubmissionStatus>;

const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** A pitch as editors see it. One whose writer has been forgotten is in no list. */
export const Submission = Type.Object({
  id: Type.String(),
  userId: Type.String(),
  fullName: Type.String(),
  age: Type.Integer(),
  /** Of the writer's account, where there is one. */
  email: nullable(Type.String()),
  school: nullable(Type.String()),
  section: Section,
  articleTitle: Type.String(),
  articleSummary: Type.String(),
  fullEssay: Type.String(),
  createdAt: Type.String({ format: 'date-time' }),
  status: SubmissionStatus,
  /** What became of it, where it was published. */
  articleId: nullable(Type.Integer()),
});
export type Submission = Static<typeof Submission>;

/** A pitch as its writer sees it. */
export const OwnSubmission = Type.Omit(Submission, ['userId', 'email']);
export type OwnSubmission = Static<typeof OwnSubmission>;

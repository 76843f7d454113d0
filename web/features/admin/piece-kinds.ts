import {
  ArticleFields,
  articleFields,
  type Field,
  type Fields,
  fieldNames,
  type NewsroomArticle,
  type Submission,
  SubmissionFields,
  submissionFields,
} from '@journal/contracts';
import type { TObject } from 'typebox';
import type { ApiQuery, Rows } from '../../data/api.ts';
import {
  newsroomArticles,
  type PieceFields,
  type PieceFilter,
  submissions,
} from '../../data/newsroom.api.ts';
import type { Tab } from './panel-address.ts';

export type FormValue = string | number | boolean;
/** The values of a form's inputs, by their names. */
export type FormValues = Record<string, FormValue>;

type InputKind = 'line' | 'text' | 'essay' | 'number' | 'section' | 'toggle';
export type FieldSpec = {
  readonly name: string;
  readonly label: string;
  readonly kind: InputKind;
  readonly optional?: true;
  readonly bounds?: { readonly minimum: number; readonly maximum: number };
  /** What to know of it; of a toggle: what it means to have it on. */
  readonly hint?: string;
};

export type Listed = { readonly id: string | number };

/** What the newsroom lists and edits: articles or pitches. `Row` is a row of the list. */
export type PieceKind<Row extends Listed = Listed> = {
  readonly tab: Tab;
  /** As in "this article"; messages and headings derive from it. */
  readonly noun: 'article' | 'submission';
  /** The heading of the list, with its count, while it is not filtered by status. */
  readonly heading: string;
  readonly empty: string;
  /** What the search looks at. */
  readonly searched: string;
  list(filter: PieceFilter): ApiQuery<Rows<Row>>;
  titleOf(row: Row): string;
  /** What follows the title in the question before deleting. */
  readonly deleting: string;
  readonly schema: TObject;
  readonly fields: readonly FieldSpec[];
  valuesOf(piece: PieceFields): FormValues;
  /** Why it can't be edited any more though it exists; undefined where it can. */
  closedBy?(piece: PieceFields): { readonly text: string; readonly href: string } | undefined;
};

/** The noun as it begins a heading. */
export const capitalised = (noun: string): string => noun.charAt(0).toUpperCase() + noun.slice(1);

/** Texts that may be longer than this get an input of several lines. */
const maxLineLength = 200;

const hint = 'A blank line begins a new paragraph.';

export const newArticle: FormValues = formValuesOf(articleFields, {
  section: 'view',
  authorAge: 16,
  readTime: 3,
});

export const articleKind: PieceKind<NewsroomArticle> = {
  tab: 'articles',
  noun: 'article',
  heading: 'Published Articles',
  empty: 'No articles published yet.',
  searched: 'Title or author',
  list: newsroomArticles,
  titleOf: ({ title }) => title,
  deleting: 'will be gone from every page. You can restore it.',
  schema: ArticleFields,
  fields: formFieldsOf(articleFields, {
    content: { hint },
    featured: { label: 'Featured Article', hint: 'Show this article prominently on the homepage' },
  }),
  valuesOf: (article) => formValuesOf(articleFields, article),
};

export const submissionKind: PieceKind<Submission> = {
  tab: 'submissions',
  noun: 'submission',
  heading: 'Essay Submissions',
  empty: 'No submissions yet.',
  searched: 'Title, name or summary',
  list: submissions,
  titleOf: ({ articleTitle }) => articleTitle,
  deleting: 'will be gone from the list, and its writer will see that it was not taken. You can restore it.',
  schema: SubmissionFields,
  fields: formFieldsOf(submissionFields, { fullEssay: { hint } }),
  valuesOf: (submission) => formValuesOf(submissionFields, submission),
  closedBy: ({ status, articleId }) =>
    status === 'published' && articleId !== null
      ? { text: 'This submission has been published meanwhile.', href: `/article/${articleId}` }
      : undefined,
};

/** Returns the inputs for fields, in their order; `words` overrides what their descriptions say. */
function formFieldsOf(
  fields: Fields,
  words: Readonly<Record<string, Partial<Pick<FieldSpec, 'label' | 'hint'>>>>,
): readonly FieldSpec[] {
  return Object.entries(fields).map(([name, field]) => ({
    name,
    label: field.label,
    ...inputOf(field),
    ...words[name],
  }));
}

/** Returns the values of the inputs for a piece: null is an empty text, and a toggle is on or off. */
function formValuesOf(fields: Fields, piece: PieceFields): FormValues {
  return Object.fromEntries(
    fieldNames(fields).map((name) => {
      const value = piece[name] ?? '';
      return [name, isToggle(fields[name] as Field) ? value === 1 : (value as string | number)];
    }),
  );
}

function inputOf(field: Field): Pick<FieldSpec, 'kind' | 'optional' | 'bounds'> {
  const { value } = field;
  switch (value.kind) {
    case 'text': {
      const kind = field.isBulk ? 'essay' : value.maxLength > maxLineLength ? 'text' : 'line';
      return { kind, ...(value.isOptional ? { optional: true } : {}) };
    }
    case 'integer':
      return { kind: 'number', bounds: value };
    case 'choice':
      return { kind: isToggle(field) ? 'toggle' : 'section' };
    default:
      return value satisfies never;
  }
}

function isToggle({ value }: Field): boolean {
  return value.kind === 'choice' && value.of[0] === 0;
}

/** Returns the values as they are checked, compared and sent: trimmed, numbers as numbers, line breaks normalised. */
export function cleanValues(fields: readonly FieldSpec[], values: FormValues): FormValues {
  return Object.fromEntries(fields.map(({ name, kind }) => [name, clean(kind, values[name] ?? '')]));
}

function clean(kind: InputKind, value: FormValue): FormValue {
  if (kind === 'toggle') return value ? 1 : 0;
  const text = String(value).trim();
  if (kind === 'number') return text === '' ? Number.NaN : Number(text);
  return text.replaceAll(/\r\n?/g, '\n');
}

import {
  type Article,
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
  type ArticlesFilter,
  articlePath,
  deleteArticle,
  deleteSubmission,
  newsroomArticles,
  publishSubmission,
  restoreArticle,
  restoreSubmission,
  type SubmissionsFilter,
  saveArticle,
  saveSubmission,
  submissionPath,
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

/** What the newsroom lists and edits: articles or pitches. `Row` is a row of the list, `Whole` what is edited. */
export type PieceKind<Row extends Listed, Whole, Filter> = {
  readonly tab: Tab;
  /** As in "this article"; messages and headings derive from it. */
  readonly noun: 'article' | 'submission';
  /** The heading of the list, with its count, while it is not filtered by status. */
  readonly heading: string;
  readonly empty: string;
  /** What the search looks at. */
  readonly searched: string;
  /** The choices to filter by beside the section, by the name of their parameter. */
  readonly choices: Readonly<Record<string, readonly { readonly value: string; readonly name: string }[]>>;
  readonly list: (filter: Filter) => ApiQuery<Rows<Row>>;
  readonly titleOf: (row: Row) => string;
  /** What follows the title in the question before deleting. */
  readonly deleting: string;
  readonly delete: (row: Row) => Promise<unknown>;
  readonly restore: (row: Row | Whole) => Promise<unknown>;
  readonly publish?: (row: Row) => Promise<unknown>;
  /** Where the API has it. */
  readonly path: (id: Row['id']) => string;
  readonly schema: TObject;
  readonly fields: readonly FieldSpec[];
  readonly valuesOf: (piece: Whole) => FormValues;
  /** Why it can't be edited any more though it exists; undefined where it can. */
  readonly closedBy: (piece: Whole) => { readonly text: string; readonly href: string } | undefined;
  /** Replaces the piece with clean values if its ETag is still this one. */
  readonly save: (piece: Whole, values: FormValues, etag: string) => Promise<unknown>;
};

/** The noun as it begins a heading. */
export const capitalised = (noun: string): string => noun.charAt(0).toUpperCase() + noun.slice(1);

/** The address of the history of an article or a pitch. */
export const historyHref = (tab: Tab, id: string | number): string =>
  `/admin/${tab}/${encodeURIComponent(id)}/history`;

/** The longest text that a single line takes, in characters. */
const maxLineLength = 200;

const hint = 'A blank line begins a new paragraph.';

export const newArticle: FormValues = formValuesOf(articleFields, {
  section: 'view',
  authorAge: 16,
  readTime: 3,
});

export const articleKind: PieceKind<NewsroomArticle, Article, ArticlesFilter> = {
  tab: 'articles',
  noun: 'article',
  heading: 'Published Articles',
  empty: 'No articles published yet.',
  searched: 'Title or author',
  choices: {
    featured: [
      { value: '', name: 'All' },
      { value: '1', name: 'Featured' },
      { value: '0', name: 'Not featured' },
    ],
    status: [
      { value: '', name: 'Published' },
      { value: 'deleted', name: 'Deleted' },
    ],
  },
  list: newsroomArticles,
  titleOf: ({ title }) => title,
  deleting: 'will be gone from every page. You can restore it.',
  delete: ({ id }) => deleteArticle(id),
  restore: ({ id }) => restoreArticle(id),
  path: articlePath,
  schema: ArticleFields,
  fields: formFieldsOf(articleFields, {
    content: { hint },
    featured: { label: 'Featured Article', hint: 'Show this article prominently on the homepage' },
  }),
  valuesOf: (article) => formValuesOf(articleFields, article),
  closedBy: () => undefined,
  save: ({ id }, values, etag) => saveArticle(id, values as ArticleFields, etag),
};

export const submissionKind: PieceKind<Submission, Submission, SubmissionsFilter> = {
  tab: 'submissions',
  noun: 'submission',
  heading: 'Essay Submissions',
  empty: 'No submissions yet.',
  searched: 'Title, name or summary',
  choices: {
    status: [
      { value: '', name: 'Waiting' },
      { value: 'published', name: 'Published' },
      { value: 'deleted', name: 'Deleted' },
    ],
  },
  list: submissions,
  titleOf: ({ articleTitle }) => articleTitle,
  deleting: 'will be gone from the list, and its writer will see that it was not taken. You can restore it.',
  delete: ({ id }) => deleteSubmission(id),
  restore: ({ id }) => restoreSubmission(id),
  publish: ({ id }) => publishSubmission(id),
  path: submissionPath,
  schema: SubmissionFields,
  fields: formFieldsOf(submissionFields, { fullEssay: { hint } }),
  valuesOf: (submission) => formValuesOf(submissionFields, submission),
  closedBy: ({ status, articleId }) =>
    status === 'published' && articleId !== null
      ? { text: 'This submission has been published meanwhile.', href: `/article/${articleId}` }
      : undefined,
  save: ({ id }, values, etag) => saveSubmission(id, values as SubmissionFields, etag),
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
function formValuesOf(fields: Fields, piece: Readonly<Record<string, unknown>>): FormValues {
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

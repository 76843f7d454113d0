import { type Article, ArticleFields, ageBounds, readTimeBounds } from '@journal/contracts';
import { restoreArticle, saveArticle } from '../../../data/newsroom.calls.ts';
import type { FieldSpec, FormValues, RowKind } from '../editing/row-kind.ts';

const fields: readonly FieldSpec[] = [
  { name: 'title', label: 'Title', kind: 'line' },
  { name: 'excerpt', label: 'Excerpt', kind: 'text' },
  { name: 'content', label: 'Content', kind: 'essay', hint: 'A blank line begins a new paragraph.' },
  { name: 'section', label: 'Section', kind: 'section' },
  { name: 'authorName', label: 'Author name', kind: 'line' },
  { name: 'authorAge', label: 'Author age', kind: 'number', bounds: ageBounds },
  { name: 'authorSchool', label: 'Author school', kind: 'line', optional: true },
  { name: 'readTime', label: 'Read time in minutes', kind: 'number', bounds: readTimeBounds },
  {
    name: 'featured',
    label: 'Featured Article',
    kind: 'toggle',
    hint: 'Show this article prominently on the homepage',
  },
];

export const newArticle: FormValues = {
  title: '',
  excerpt: '',
  content: '',
  section: 'view',
  authorName: '',
  authorAge: 16,
  authorSchool: '',
  readTime: 3,
  featured: false,
};

export const articleKind: RowKind<Article> = {
  noun: 'article',
  schema: ArticleFields,
  fields,
  edit: 'Edit Article',
  saved: 'Article updated successfully!',
  notSaved: 'Failed to update article. Please try again.',
  valuesOf: (article) => ({
    title: article.title,
    excerpt: article.excerpt,
    content: article.content,
    section: article.section,
    authorName: article.authorName,
    authorAge: article.authorAge ?? '',
    authorSchool: article.authorSchool ?? '',
    readTime: article.readTime,
    featured: article.featured === 1,
  }),
  closedBy: () => undefined,
  save: ({ id }, values, etag) => saveArticle(id, values as ArticleFields, etag),
  restore: ({ id }) => restoreArticle(id),
  historyHref: ({ id }) => `/admin/articles/${id}/history`,
};

import { type Article, ArticleFields, articleFields } from '@journal/contracts';
import { restoreArticle, saveArticle } from '../../../data/newsroom.api.ts';
import { formFieldsOf, formValuesOf } from '../editing/form-fields.ts';
import type { FormValues, RowKind } from '../editing/row-kind.ts';

const fields = formFieldsOf(articleFields, {
  content: { hint: 'A blank line begins a new paragraph.' },
  featured: { label: 'Featured Article', hint: 'Show this article prominently on the homepage' },
});

export const newArticle: FormValues = formValuesOf(articleFields, {
  section: 'view',
  authorAge: 16,
  readTime: 3,
});

export const articleKind: RowKind<Article> = {
  noun: 'article',
  schema: ArticleFields,
  fields,
  edit: 'Edit Article',
  saved: 'Article updated successfully!',
  notSaved: 'Failed to update article. Please try again.',
  valuesOf: (article) => formValuesOf(articleFields, article),
  closedBy: () => undefined,
  save: ({ id }, values, etag) => saveArticle(id, values as ArticleFields, etag),
  restore: ({ id }) => restoreArticle(id),
  historyHref: ({ id }) => `/admin/articles/${id}/history`,
};

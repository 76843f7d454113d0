import type { Article, ArticleCard, Section, Stats } from '@journal/contracts';
import type { ApiQuery } from './api-query.ts';

/** `next` is the cursor (`?after=`) of the following page, null on the last one. */
export type ArticleList = { readonly articles: readonly ArticleCard[]; readonly next: string | null };

/** The cursor that an address's query string holds, where it holds a usable one. */
export function cursorIn(search: Readonly<Record<string, string>>): string | undefined {
  const { after = '' } = search;
  return /^[1-9][0-9]{0,9}$/.test(after) ? after : undefined;
}

const listSize = 24;

/** Newest first. Home shows 6; `section` narrows, `after` pages on. */
export function latestArticles(
  filter: { section?: Section | undefined; after?: string | undefined; limit?: number } = {},
): ApiQuery<ArticleList> {
  return list('/api/articles', { section: filter.section, limit: filter.limit ?? 6, after: filter.after });
}

export function featuredArticles(): ApiQuery<ArticleList> {
  return list('/api/articles/featured', { limit: listSize });
}

export function sectionArticles(section: Section, after?: string): ApiQuery<ArticleList> {
  return list(`/api/articles/section/${section}`, { limit: listSize, after });
}

/** The newest article of a section, for the section's card on Home. */
export function newestOfSection(section: Section): ApiQuery<ArticleCard | undefined> {
  const query = list(`/api/articles/section/${section}`, { limit: 1 });
  return { path: query.path, select: (answer) => query.select(answer).articles[0] };
}

export function articleById(id: number): ApiQuery<Article> {
  return { path: `/api/articles/${id}`, select: ({ body }) => body as Article };
}

export function stats(): ApiQuery<Stats> {
  return { path: '/api/stats', select: ({ body }) => body as Stats };
}

function list(path: string, query: Record<string, string | number | undefined>): ApiQuery<ArticleList> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  search.set('fields', 'card');
  return {
    path: `${path}?${search}`,
    select: ({ body, next }) => ({
      articles: body as ArticleCard[],
      next: next === null ? null : cursorOf(next),
    }),
  };
}

function cursorOf(next: string): string | null {
  return new URLSearchParams(next.slice(next.indexOf('?') + 1)).get('after');
}

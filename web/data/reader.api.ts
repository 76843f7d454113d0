import { type ArticleCard, type Section, searchPageSize } from '@journal/contracts';
import { type ApiQuery, paramOf, queryOf, rowsOf } from './api.ts';

/** Returns the cursor in an address's query string, where it is a usable one. */
export function cursorIn({ after = '' }: Readonly<Record<string, string>>): string | undefined {
  return /^[1-9][0-9]{0,9}$/.test(after) ? after : undefined;
}

export const cursorOf = (next: string): string | undefined => paramOf(next, 'after') ?? undefined;

/** What "Latest Articles" shows: everything or one section, from the newest or from a cursor on. */
export type Latest = { readonly section?: Section | undefined; readonly after?: string | undefined };

const listSize = 24;
const fields = 'card';

export const latestArticles = ({ section, after }: Latest) =>
  rowsOf('GET /api/articles', { query: { section, limit: 6, after, fields } });

export const featuredArticles = () =>
  rowsOf('GET /api/articles/featured', { query: { limit: listSize, fields } });

export const sectionArticles = (section: Section, after?: string, limit = listSize) =>
  rowsOf('GET /api/articles/section/:section', { params: { section }, query: { limit, after, fields } });

/** The newest article of a section, for the section's card on Home. */
export function newestOfSection(section: Section): ApiQuery<ArticleCard | undefined> {
  const { path, select } = sectionArticles(section, undefined, 1);
  return { path, select: (answer) => select(answer).rows[0] };
}

export const articleById = (id: number) => queryOf('GET /api/articles/:id', { params: { id } });

export const stats = () => queryOf('GET /api/stats');

export const suggestions = (q: string) => rowsOf('GET /api/search', { query: { q } });

/** A page of the results, best first, with the passage that matched where title, name and excerpt did not. */
export const searchResults = (q: string, page: number) =>
  rowsOf('GET /api/search', {
    query: { q, limit: searchPageSize, passages: '1', page: page > 1 ? page : undefined },
  });

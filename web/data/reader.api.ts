import {
  type ArticleCard,
  defaultSearchLimit,
  type SearchResult,
  type Section,
  searchPageSize,
} from '@journal/contracts';
import { type ApiQuery, paramOf, queryOf, type Rows, rowsOf } from './api.ts';

/** `next` is the cursor (`?after=`) of the following page, null on the last one. */
export type ArticleList = { readonly articles: readonly ArticleCard[]; readonly next: string | null };

/** Returns the cursor in an address's query string, where it is a usable one. */
export function cursorIn({ after = '' }: Readonly<Record<string, string>>): string | undefined {
  return /^[1-9][0-9]{0,9}$/.test(after) ? after : undefined;
}

const listSize = 24;
const fields = 'card';

/** The newest articles on Home. */
export const latestArticles = (filter: { section?: Section | undefined; after?: string | undefined }) =>
  cardsOf(
    rowsOf('GET /api/articles', {
      query: { section: filter.section, limit: 6, after: filter.after, fields },
    }),
  );

export const featuredArticles = () =>
  cardsOf(rowsOf('GET /api/articles/featured', { query: { limit: listSize, fields } }));

export const sectionArticles = (section: Section, after?: string, limit = listSize) =>
  cardsOf(
    rowsOf('GET /api/articles/section/:section', { params: { section }, query: { limit, after, fields } }),
  );

/** The newest article of a section, for the section's card on Home. */
export function newestOfSection(section: Section): ApiQuery<ArticleCard | undefined> {
  const { path, select } = sectionArticles(section, undefined, 1);
  return { path, select: (answer) => select(answer).articles[0] };
}

export const articleById = (id: number) => queryOf('GET /api/articles/:id', { params: { id } });

export const stats = () => queryOf('GET /api/stats');

/** The best few articles for what is being typed. */
export function suggestions(q: string): ApiQuery<Rows<SearchResult>> {
  const { path, select } = rowsOf('GET /api/search', { query: { q } });
  return {
    path,
    select(answer) {
      const { rows, next } = select(answer);
      return { rows: rows.slice(0, defaultSearchLimit), next };
    },
  };
}

/** A page of the results, best first, with the passage that matched where title, name and excerpt did not. */
export const searchResults = (q: string, page: number) =>
  rowsOf('GET /api/search', {
    query: { q, limit: searchPageSize, passages: '1', page: page > 1 ? page : undefined },
  });

function cardsOf({ path, select }: ApiQuery<Rows<ArticleCard>>): ApiQuery<ArticleList> {
  return {
    path,
    select(answer) {
      const { rows, next } = select(answer);
      return { articles: rows, next: next && paramOf(next, 'after') };
    },
  };
}

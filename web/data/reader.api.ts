import {
  type ArticleCard,
  type IssueCard,
  type PageId,
  parseArticleId,
  parseIssueNumber,
  type Section,
  searchPageSize,
  sections,
} from '@journal/contracts';
import { render } from 'vike/abort';
import type { PageContext } from 'vike/types';
import { type ApiQuery, paramOf, queryOf, rowsOf, withQuery } from './api.ts';

// Addresses are parsed here, too: of one address a page's definition and its component must make the same query.

/** Returns the cursor in an address's query string, where it is a usable one. */
export function cursorIn({ after = '' }: Readonly<Record<string, string>>): string | undefined {
  return cursor.test(after) ? after : undefined;
}

/** What a cursor looks like. */
export const cursor = /^[1-9][0-9]{0,9}$/;

export const cursorOf = (next: string): string | undefined => paramOf(next, 'after') ?? undefined;

/** What "Latest Articles" shows: everything or one section, from the newest or from a cursor on. */
export type Latest = { readonly section?: Section | undefined; readonly after?: string | undefined };

/** Its filter and its page are in the address of Home, so that both work as plain links. */
export function latestIn(search: Readonly<Record<string, string>>): Latest {
  return { section: sections.find((name) => name === search.section), after: cursorIn(search) };
}

/** The address of Home that shows it, with the list in view. */
export function latestHref({ section, after }: Latest): string {
  return `${withQuery('/', { section, after })}#latest`;
}

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

/** The article that the address names. Throws the 404 page for what can't be an id, without asking the API. */
export function articleOf({ routeParams }: PageContext) {
  const id = parseArticleId(routeParams.id ?? '');
  if (id === undefined) throw render(404, 'article-not-found');
  return queryOf('GET /api/articles/:id', { params: { id } });
}

/** What to read after an article. */
export const furtherArticles = (id: string | number) =>
  queryOf('GET /api/articles/:id/further', { params: { id } });

/** The archive, newest first. */
export const issues = (after?: string) => rowsOf('GET /api/issues', { query: { limit: listSize, after } });

/** What the head of every page says of the newest one. */
export const newestIssue = () => queryOf('GET /api/issues/newest');

/** The newest one with its first pieces, for Home. */
export function newestIssueCard(): ApiQuery<IssueCard | undefined> {
  const { path, select } = rowsOf('GET /api/issues', { query: { limit: 1 } });
  return { path, select: (answer) => select(answer).rows[0] };
}

/** The issue that the address names. Throws the 404 page for what can't be a number, without asking the API. */
export function issueOf(pageContext: PageContext) {
  return queryOf('GET /api/issues/:id', { params: { id: numberIn(pageContext) } });
}

/** The same with the texts of its pieces. */
export function wholeIssueOf(pageContext: PageContext) {
  return queryOf('GET /api/issues/:id/whole', { params: { id: numberIn(pageContext) } });
}

function numberIn({ routeParams }: PageContext): number {
  const number = parseIssueNumber(routeParams.id ?? '');
  if (number === undefined) throw render(404, 'issue-not-found');
  return number;
}

/** What a page says that editors can change. */
export const pageText = (id: PageId) => queryOf('GET /api/pages/:id', { params: { id } });

export const stats = () => queryOf('GET /api/stats');

/** A page of the results, best first, with the passage that matched where title, name and excerpt did not. */
export const searchResults = (q: string, page: number) =>
  rowsOf('GET /api/search', {
    query: { q, limit: searchPageSize, passages: '1', page: page > 1 ? page : undefined },
  });

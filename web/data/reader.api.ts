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

// URLs are parsed here, too: a page's definition and its component must derive the same query from the same URL.

/**
 * Returns the cursor in a URL's query string, or undefined if it is missing or one that the API refuses. `parse` parses
 * the ids of the list's rows.
 */
export function cursorIn(
  { after = '' }: Readonly<Record<string, string>>,
  parse: (text: string) => number | undefined = parseArticleId,
): string | undefined {
  return parse(after) === undefined ? undefined : after;
}

/** Returns the cursor in the URL of the archive. */
export const issueCursorIn = (search: Readonly<Record<string, string>>) => cursorIn(search, parseIssueNumber);

/** Format of a cursor. */
export const cursor = /^[1-9][0-9]{0,9}$/;

export const cursorOf = (next: string): string | undefined => paramOf(next, 'after') ?? undefined;

/** What "Latest Articles" shows: all articles or one section, from the newest or from a cursor. */
export type Latest = { readonly section?: Section | undefined; readonly after?: string | undefined };

/** Both the filter and the page are in Home's URL, so that they work as plain links. */
export function latestIn(search: Readonly<Record<string, string>>): Latest {
  return { section: sections.find((name) => name === search.section), after: cursorIn(search) };
}

/** Returns Home's URL for this filter and page, scrolled to the list. */
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

/** The newest article of a section, for its card on Home. */
export function newestOfSection(section: Section): ApiQuery<ArticleCard | undefined> {
  const { path, select } = sectionArticles(section, undefined, 1);
  return { path, select: (answer) => select(answer).rows[0] };
}

/** Query for the article that the URL names. Throws the 404 page for a malformed id, without a request to the API. */
export function articleOf({ routeParams }: PageContext) {
  const id = parseArticleId(routeParams.id ?? '');
  if (id === undefined) throw render(404, 'article-not-found');
  return queryOf('GET /api/articles/:id', { params: { id } });
}

/** Articles suggested at the end of an article. */
export const furtherArticles = (id: string | number) =>
  queryOf('GET /api/articles/:id/further', { params: { id } });

/** The archive, newest first. */
export const issues = (after?: string) => rowsOf('GET /api/issues', { query: { limit: listSize, after } });

/** The newest issue, as in the head of every page. */
export const newestIssue = () => queryOf('GET /api/issues/newest');

/** The newest issue with its first pieces, for Home. */
export function newestIssueCard(): ApiQuery<IssueCard | undefined> {
  const { path, select } = rowsOf('GET /api/issues', { query: { limit: 1 } });
  return { path, select: (answer) => select(answer).rows[0] };
}

/** Query for the issue that the URL names. Throws the 404 page for a malformed number, without a request to the API. */
export function issueOf(pageContext: PageContext) {
  return queryOf('GET /api/issues/:id', { params: { id: numberIn(pageContext) } });
}

/** The same issue with the texts of its pieces. */
export function wholeIssueOf(pageContext: PageContext) {
  return queryOf('GET /api/issues/:id/whole', { params: { id: numberIn(pageContext) } });
}

function numberIn({ routeParams }: PageContext): number {
  const number = parseIssueNumber(routeParams.id ?? '');
  if (number === undefined) throw render(404, 'issue-not-found');
  return number;
}

/** The text of an editable page. */
export const pageText = (id: PageId) => queryOf('GET /api/pages/:id', { params: { id } });

export const stats = () => queryOf('GET /api/stats');

/** A page of search results, best first, with the matching passage if title, name and excerpt don't match. */
export const searchResults = (q: string, page: number) =>
  rowsOf('GET /api/search', {
    query: { q, limit: searchPageSize, passages: '1', page: page > 1 ? page : undefined },
  });

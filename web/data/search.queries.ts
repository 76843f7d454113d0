import { defaultSearchLimit, type SearchResult, searchPageSize } from '@journal/contracts';
import type { ApiQuery, Rows } from './api-query.ts';

/** The best few articles for what is being typed. */
export function suggestions(text: string): ApiQuery<Rows<SearchResult>> {
  const { path, select } = search({ q: text });
  return {
    path,
    select(answer) {
      const { rows, next } = select(answer);
      return { rows: rows.slice(0, defaultSearchLimit), next };
    },
  };
}

/** A page of all that is found, best first, with a piece of the text where that is where it matched. */
export function searchResults(text: string, page: number): ApiQuery<Rows<SearchResult>> {
  return search({
    q: text,
    limit: String(searchPageSize),
    passages: '1',
    ...(page > 1 ? { page: String(page) } : {}),
  });
}

/** The number of the page that an answer says comes next. */
export function pageIn(next: string): number {
  return Number(new URLSearchParams(next.slice(next.indexOf('?') + 1)).get('page'));
}

function search(asked: Readonly<Record<string, string>>): ApiQuery<Rows<SearchResult>> {
  return {
    path: `/api/search?${new URLSearchParams(asked)}`,
    select: ({ body, next }) => ({ rows: body as SearchResult[], next }),
  };
}

import { maxSearchLength, maxSearchPage } from '@journal/contracts';
import { withQuery } from '../../data/api.ts';

export type SearchParams = {
  /** The text, trimmed and cut to the maximum length of a search. */
  readonly text: string;
  /** Page number, from 1. */
  readonly page: number;
  readonly tooLong: boolean;
};

export const searchPath = '/search';

export function searchIn({ q = '', page = '' }: Readonly<Record<string, string>>): SearchParams {
  const number = /^[1-9][0-9]?$/.test(page) ? Number(page) : 1;
  // The API counts characters, some of which are two code units.
  const characters = [...q];
  return {
    text: characters.slice(0, maxSearchLength).join('').toWellFormed().trim(),
    page: number > maxSearchPage ? 1 : number,
    tooLong: characters.length > maxSearchLength,
  };
}

/** Returns the text of the search box on the page with this URL. */
export function textAt(path: string, search: Readonly<Record<string, string>>): string {
  return path === searchPath ? searchIn(search).text : '';
}

export function searchHref(text: string, page = 1): string {
  return withQuery(searchPath, { q: text.trim(), page: page > 1 ? String(page) : undefined });
}

import { sections } from '@journal/contracts';
import type { PageContext } from 'vike/types';
import { cursorIn, latestArticles } from '../../data/articles.queries.ts';

/** The filter and the page of "Latest Articles" are in the address, so that they work as plain links. */
export function latestOf({ urlParsed: { search } }: PageContext) {
  const section = sections.find((name) => name === search.section);
  return latestArticles({ section, after: cursorIn(search) });
}

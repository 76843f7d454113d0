import { type Section, sections } from '@journal/contracts';
import type { PageContext } from 'vike/types';
import type { PageQueries } from '../../data/api-query.ts';
import { cursorIn, featuredArticles, latestArticles, newestOfSection } from '../../data/articles.queries.ts';

/** The filter and the page of "Latest Articles" are in the address, so that they work as plain links. */
export function latestOf({ urlParsed: { search } }: PageContext) {
  const section = sections.find((name) => name === search['section']);
  return latestArticles({ section, after: cursorIn(search) });
}

export function queries(pageContext: PageContext): PageQueries {
  return { wanted: [featuredArticles(), latestOf(pageContext), ...sections.map((name: Section) => newestOfSection(name))] };
}

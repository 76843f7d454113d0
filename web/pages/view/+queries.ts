import type { PageContext } from 'vike/types';
import type { PageQueries } from '../../data/api-query.ts';
import { cursorIn, sectionArticles } from '../../data/articles.queries.ts';

export function queries({ urlParsed }: PageContext): PageQueries {
  return { wanted: [sectionArticles('view', cursorIn(urlParsed.search))] };
}

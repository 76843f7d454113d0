import { sections } from '@journal/contracts';
import type { PageContext } from 'vike/types';
import type { PageQueries } from '../../data/api-query.ts';
import { featuredArticles, newestOfSection } from '../../data/articles.queries.ts';
import { latestOf } from '../../features/home/latest-of.ts';

export function queries(pageContext: PageContext): PageQueries {
  return { wanted: [featuredArticles(), latestOf(pageContext), ...sections.map(newestOfSection)] };
}

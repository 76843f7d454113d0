import type { PageContext } from 'vike/types';
import type { PageQueries } from '../../data/api-query.ts';
import { newsroomArticles, newsroomCounts, submissions } from '../../data/newsroom.queries.ts';
import { articlesFilterIn, submissionsFilterIn, tabIn } from '../../features/admin/panel/panel-address.ts';

/** Nothing for who is no admin: what is not read can't be in the page. */
export function queries({ session, urlParsed: { search } }: PageContext): PageQueries {
  if (!session?.isAdmin) return {};
  const list =
    tabIn(search) === 'articles'
      ? newsroomArticles(articlesFilterIn(search))
      : submissions(submissionsFilterIn(search));
  return { wanted: [list], extra: [newsroomCounts()] };
}

import type { PageQueries } from '../../data/api-query.ts';
import { stats } from '../../data/articles.queries.ts';

export function queries(): PageQueries {
  return { extra: [stats()] };
}

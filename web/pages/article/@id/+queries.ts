import type { PageContext } from 'vike/types';
import type { PageQueries } from '../../../data/api-query.ts';
import { articleOf } from './article-of.ts';

export function queries(pageContext: PageContext): PageQueries {
  return { required: [articleOf(pageContext)] };
}

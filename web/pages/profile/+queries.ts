import type { PageContext } from 'vike/types';
import type { PageQueries } from '../../data/api-query.ts';
import { ownSubmissions } from '../../data/submissions.queries.ts';

export function queries({ session }: PageContext): PageQueries {
  return session ? { extra: [ownSubmissions()] } : {};
}

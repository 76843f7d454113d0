import type { PageContext } from 'vike/types';
import type { PageQueries } from '../../../data/api-query.ts';
import { audit } from '../../../data/audit.queries.ts';
import { auditIn } from '../../../features/audit/audit-address.ts';

/** Nothing for who is no administrator. */
export function queries({ session, urlParsed: { search } }: PageContext): PageQueries {
  if (!session?.isAdmin) return {};
  const { filter, before } = auditIn(search);
  return { wanted: [audit(filter, before)] };
}

import type { AuditEntry, AuditFilters } from '@journal/contracts';
import type { ApiQuery, Rows } from './api-query.ts';

/** For administrators: who did what, newest first; before a position, where that is given. */
export function audit(filter: AuditFilters, before?: string): ApiQuery<Rows<AuditEntry>> {
  return {
    path: withFilter('/api/audit', { ...filter, before }),
    select: ({ body, next }) => ({ rows: body as AuditEntry[], next }),
  };
}

/** Where the browser fetches the same as a file, whole. */
export const auditFile = (filter: AuditFilters) => withFilter('/api/audit.csv', filter);

/** The address with what it is narrowed to; nothing of it that is empty. */
export function withFilter(path: string, filter: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value) search.set(name, value);
  return search.size === 0 ? path : `${path}?${search}`;
}

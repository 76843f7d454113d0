import {
  type AuditEntityType,
  type AuditFilters,
  type AuditKind,
  allAuditKinds,
  auditKinds,
} from '@journal/contracts';

/** What is asked of the audit, in the terms of its tables. */
export type AuditFilter = {
  readonly person: string | undefined;
  readonly entityId: string | undefined;
  /** Undefined: all of them. */
  readonly kinds: readonly AuditKind[] | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** A pattern for `ilike`. */
  readonly text: string | undefined;
};

/** Reads a query string that its schema has let through; a day that no month has is the month's end. */
export function auditFilter({ person, kind, entity, from, to, q }: AuditFilters): AuditFilter {
  const [type, ...rest] = entity?.split(':') ?? [];
  const ofType: readonly AuditKind[] =
    type === undefined ? allAuditKinds : auditKinds[type as AuditEntityType];
  const asked = kind?.split(',');
  return {
    person,
    entityId: rest.length === 0 ? undefined : rest.join(':'),
    kinds: asked || type !== undefined ? ofType.filter((each) => !asked || asked.includes(each)) : undefined,
    from: from && existingDay(from),
    to: to && existingDay(to),
    text: q === undefined ? undefined : `%${q.replace(/[\\%_]/g, '\\$&')}%`,
  };
}

/** 31 February is the last of February. */
function existingDay(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(0);
  last.setUTCFullYear(year, month, 0);
  return `${day.slice(0, 8)}${String(Math.min(date, last.getUTCDate())).padStart(2, '0')}`;
}

import { type AuditEntityType, type AuditKind, allAuditKinds, auditKinds } from '@journal/contracts';
import { type JournalEventOf, journalEvents, type OpenedEvent } from '@journal/events';
import { fieldsIn } from '../../engine/version-head.ts';

/** The events of the audit. */
export type AuditedEvent = OpenedEvent<JournalEventOf<AuditKind>>;

export const auditedEvents = Object.fromEntries(allAuditKinds.map((kind) => [kind, journalEvents[kind]]));

const entityTypes = new Map<string, AuditEntityType>(
  Object.entries(auditKinds).flatMap(([type, kinds]) =>
    kinds.map((kind) => [kind, type as AuditEntityType] as const),
  ),
);
const idFields: Readonly<Record<AuditEntityType, string>> = {
  article: 'articleId',
  submission: 'submissionId',
  user: 'userId',
  newsletter: 'subscriberId',
};

/** What an event is about; the id is null where it is about nobody known. */
export function entityOf({ type, data }: AuditedEvent): { type: AuditEntityType; id: string | null } {
  const entityType = entityTypes.get(type);
  if (!entityType) throw new Error(`${type} is about nothing in the audit`);
  const id = (data as Readonly<Record<string, unknown>>)[idFields[entityType]];
  return { type: entityType, id: id === null || id === undefined ? null : String(id) };
}

/** The revision that an event brought back, where it is an edit that did. */
export function restoredBy({ data }: AuditedEvent): number | null {
  return ('restoredRevision' in data ? data.restoredRevision : undefined) ?? null;
}

/** The fields of an article or a pitch that an event brought. */
export function changedBy(event: AuditedEvent): readonly string[] {
  const { type } = entityOf(event);
  if (type !== 'article' && type !== 'submission') return [];
  return fieldsIn(event.data);
}

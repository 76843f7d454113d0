import { type AuditEntityType, type AuditKind, allAuditKinds, auditKinds } from '@journal/contracts';
import { type JournalEventOf, journalEvents, type OpenedEvent } from '@journal/events';
import type { AuditPieceRow } from '@journal/read-models';

/** The events of the audit. */
export type AuditedEvent = OpenedEvent<JournalEventOf<AuditKind>>;

export const auditedEvents = Object.fromEntries(allAuditKinds.map((kind) => [kind, journalEvents[kind]]));

const entityTypes = new Map(
  Object.entries(auditKinds).flatMap(([type, kinds]) =>
    kinds.map((kind) => [kind as string, type as AuditEntityType] as const),
  ),
);
const idFields: Readonly<Record<AuditEntityType, string>> = {
  article: 'articleId',
  submission: 'submissionId',
  user: 'userId',
  newsletter: 'subscriberId',
};

/** Returns what an event is about; the id is null where it is about nobody known. */
export function entityOf({ type, data }: AuditedEvent): { type: AuditEntityType; id: string | null } {
  const entityType = entityTypes.get(type);
  if (!entityType) throw new Error(`${type} is about nothing in the audit`);
  const id = (data as Readonly<Record<string, unknown>>)[idFields[entityType]];
  return { type: entityType, id: id === null || id === undefined ? null : String(id) };
}

/** Whether something has a title, a history and an owner. */
export const isPiece = (type: AuditEntityType) => type === 'article' || type === 'submission';

/** Returns the article or pitch as an event leaves it; undefined where the event is about neither. */
export function pieceAfter(
  before: AuditPieceRow | undefined,
  event: AuditedEvent,
): AuditPieceRow | undefined {
  const { type, id } = entityOf(event);
  if (id === null || !isPiece(type)) return undefined;
  const { data } = event;
  const owner = 'contributorId' in data ? data.contributorId : 'userId' in data ? data.userId : undefined;
  const ownerId = owner ?? before?.ownerId;
  if (ownerId === null || ownerId === undefined) throw new Error(`${type} ${id} has never begun`);
  const title = 'title' in data ? data.title : 'articleTitle' in data ? data.articleTitle : undefined;
  return { type, id, ownerId, title: title ?? before?.title ?? null };
}

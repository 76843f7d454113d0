import { type AuditEntityType, type AuditKind, allAuditKinds, auditKinds } from '@journal/contracts';
import {
  type JournalEventOf,
  journalEvents,
  type OpenedEvent,
  type PiecesOfForgotten,
} from '@journal/events';
import type { AuditPieceRow } from '@journal/read-models';
import { fieldsIn } from '../version-head.ts';

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

/** Returns what an event is about; the id is null where it is about nobody known. */
export function entityOf({ type, data }: AuditedEvent): { type: AuditEntityType; id: string | null } {
  const entityType = entityTypes.get(type);
  if (!entityType) throw new Error(`${type} is about nothing in the audit`);
  const id = (data as Readonly<Record<string, unknown>>)[idFields[entityType]];
  return { type: entityType, id: id === null || id === undefined ? null : String(id) };
}

/** Returns the revision that an event restored, where it is an edit that did. */
export function restoredBy({ data }: AuditedEvent): number | null {
  return ('restoredRevision' in data ? data.restoredRevision : undefined) ?? null;
}

/** Returns the fields of an article or a pitch that an event brought. */
export function changedBy(event: AuditedEvent): readonly string[] {
  const { type } = entityOf(event);
  if (type !== 'article' && type !== 'submission') return [];
  return fieldsIn(event.data);
}

export const pieceKey = ({ type, id }: { type: string; id: string | null }) => `${type} ${id}`;

/** Returns the article or pitch as an event leaves it; undefined where the event is about neither. */
export function pieceAfter(
  before: AuditPieceRow | undefined,
  event: AuditedEvent,
): AuditPieceRow | undefined {
  const { type, id } = entityOf(event);
  if (id === null || (type !== 'article' && type !== 'submission')) return undefined;
  const { data } = event;
  const owner = 'contributorId' in data ? data.contributorId : 'userId' in data ? data.userId : undefined;
  const ownerId = owner ?? before?.ownerId;
  if (ownerId === null || ownerId === undefined) throw new Error(`${type} ${id} has never begun`);
  return { type, id, ownerId, title: titleIn(data) ?? before?.title ?? null };
}

/** Returns the title that an event brings; undefined for none. */
function titleIn(data: AuditedEvent['data']): string | null | undefined {
  if ('title' in data) return data.title;
  return 'articleTitle' in data ? data.articleTitle : undefined;
}

/** Returns whether a piece has no title any more, because its owner has been forgotten in this way. */
export function isUntitled(type: AuditPieceRow['type'], pieces: PiecesOfForgotten | undefined): boolean {
  return pieces === 'remove' || (pieces === 'keep' && type === 'submission');
}

import type { AuditEntityType, AuditKind } from '@journal/contracts';

/** One event: who, when, from which request and about what. No text of a piece but its title, and nobody's name. */
export type AuditEntryRow = {
  readonly position: string;
  /** ISO 8601, UTC, milliseconds. */
  readonly at: string;
  readonly kind: AuditKind;
  readonly actorId: string;
  readonly actorRole: string;
  readonly requestId: string;
  readonly entityType: AuditEntityType;
  readonly entityId: string | null;
  /** Of the event's stream. */
  readonly revision: number;
  readonly changed: readonly string[];
  /** What an edit brought back; null for every other event. */
  readonly restoredRevision: number | null;
  /** Of the article or pitch, as it was then. */
  readonly title: string | null;
};

/** What an article or a pitch is called now, and whose it is. */
export type AuditPieceRow = {
  readonly type: 'article' | 'submission';
  readonly id: string;
  readonly ownerId: string;
  readonly title: string | null;
};

/** Where in the log the events of a day (UTC) begin and end; others may lie between. */
export type AuditDayRow = {
  readonly day: string;
  readonly firstPosition: string;
  readonly lastPosition: string;
};

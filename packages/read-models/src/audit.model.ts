import type { AuditEntityType, AuditKind } from '@journal/contracts';
import type { Columns } from './columns.ts';
import type { ReadModel } from './read-model.ts';

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

export const auditEntryColumns: Columns<AuditEntryRow> = {
  position: 'text',
  at: 'timestamptz',
  kind: 'text',
  actorId: 'text',
  actorRole: 'text',
  requestId: 'text',
  entityType: 'text',
  entityId: 'text',
  revision: 'integer',
  changed: 'names',
  title: 'text',
  restoredRevision: 'integer',
};

export const auditPieceColumns: Columns<AuditPieceRow> = {
  type: 'text',
  id: 'text',
  ownerId: 'text',
  title: 'text',
};

export const auditDayColumns: Columns<AuditDayRow> = {
  day: 'date',
  firstPosition: 'text',
  lastPosition: 'text',
};

/**
 * Every event that is somebody's doing, in the order of the log. Each way to filter has an index in that order, and the
 * times, which follow it but for the clocks of several writers, are found by the positions of their days. Names of
 * people are not in it. A title is null once its key is gone, or its writer has been forgotten with the piece.
 */
export const auditModel = {
  name: 'audit',
  version: 1,
  migrations: {
    '0001-audit': `
      create extension if not exists pg_trgm with schema public;

      create table entry (
        position text collate "C" primary key,
        at timestamptz not null,
        kind text collate "C" not null,
        actor_id text collate "C" not null,
        actor_role text not null,
        request_id text not null,
        entity_type text not null,
        entity_id text collate "C",
        revision integer not null,
        changed text[] not null,
        title text
      );

      create index entry_kind on entry (kind, position);
      create index entry_actor on entry (actor_id, kind, position);
      create index entry_entity on entry (entity_id, kind, position);
      create index entry_title on entry using gin (title public.gin_trgm_ops);

      create table day (
        day date primary key,
        first_position text collate "C" not null,
        last_position text collate "C" not null
      );

      create table piece (
        type text not null,
        id text not null,
        owner_id text not null,
        title text,
        primary key (type, id)
      );
      create index piece_owner on piece (owner_id);

      create table forgotten_owner (
        owner_id text primary key,
        -- 'keep': titles of published articles stay; 'remove': they are gone too.
        pieces text not null
      );

      -- The planner's samples of a column outlive the rows that they are from.
      alter table entry alter column title set statistics 0;
      alter table piece alter column title set statistics 0;
    `,
    '0002-restored-revision': 'alter table entry add column restored_revision integer',
  },
} as const satisfies ReadModel;

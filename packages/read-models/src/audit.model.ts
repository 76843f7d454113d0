import type { AuditEntityType, AuditKind } from '@journal/contracts';
import { definitionsOf, type RowOf } from './columns.ts';
import type { ReadModel } from './read-model.ts';

/** One event: who, when, from which request and about what. Of a piece it contains the title only, and no names. */
const firstEntryColumns = {
  position: 'ascii',
  at: 'timestamptz',
  kind: 'ascii',
  actorId: 'ascii',
  actorRole: 'text',
  requestId: 'text',
  entityType: 'text',
  entityId: 'ascii',
  /** Revision of the event in its stream. */
  revision: 'integer',
  changed: 'names',
  /** Title of the article or pitch at the time of the event. */
  title: 'text',
} as const;
export const auditEntryColumns = {
  ...firstEntryColumns,
  /** The revision that an edit restored; null for every other event. */
  restoredRevision: 'integer',
} as const;
export type AuditEntryRow = RowOf<
  typeof auditEntryColumns,
  'entityId' | 'title' | 'restoredRevision',
  { readonly kind: AuditKind; readonly entityType: AuditEntityType }
>;

/** Current title and owner of an article or a pitch. */
export const auditPieceColumns = { type: 'text', id: 'text', ownerId: 'text', title: 'text' } as const;
export type AuditPieceRow = RowOf<
  typeof auditPieceColumns,
  'title',
  { readonly type: 'article' | 'submission' }
>;

/** Positions of the first and last event of a day (UTC). Events of other days may lie between them. */
export const auditDayColumns = { day: 'date', firstPosition: 'ascii', lastPosition: 'ascii' } as const;
export type AuditDayRow = RowOf<typeof auditDayColumns>;

/**
 * Every event that somebody caused, in the order of the log. Each filter has an index in that order. Times follow that
 * order except for clock skew between writers, and are found by the positions of their days. The rows contain no names
 * of people. A title is null once its key is gone, or once its writer has been forgotten together with the piece.
 */
export const auditModel = {
  name: 'audit',
  version: 1,
  migrations: {
    '0001-audit': `
      create extension if not exists pg_trgm with schema public;

      create table entry (${definitionsOf(firstEntryColumns, 'entityId', 'title')}, primary key (position));
      create index entry_kind on entry (kind, position);
      create index entry_actor on entry (actor_id, kind, position);
      create index entry_entity on entry (entity_id, kind, position);
      create index entry_title on entry using gin (title public.gin_trgm_ops);

      create table day (${definitionsOf(auditDayColumns)}, primary key (day));

      create table piece (${definitionsOf(auditPieceColumns, 'title')}, primary key (type, id));
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

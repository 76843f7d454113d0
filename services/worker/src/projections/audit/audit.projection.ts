import { topics } from '@journal/contracts';
import type { PiecesOfForgotten } from '@journal/events';
import {
  type AuditDayRow,
  type AuditEntryRow,
  type AuditPieceRow,
  auditDayColumns,
  auditEntryColumns,
  auditModel,
  auditPieceColumns,
} from '@journal/read-models';
import { type ForgottenTable, readForgotten, rememberForgotten } from '../../engine/erasure.ts';
import type { Projection } from '../../engine/projection.ts';
import { ProjectionFault } from '../../engine/projection-fault.ts';
import { insertRows } from '../../engine/rows.ts';
import type { StepTransaction } from '../../engine/step.ts';
import {
  type AuditedEvent,
  auditedEvents,
  changedBy,
  entityOf,
  isUntitled,
  pieceAfter,
  pieceKey,
  restoredBy,
} from './audited-event.ts';

const entries = { name: 'entry', columns: auditEntryColumns };
const pieces = { name: 'piece', columns: auditPieceColumns };
const days = { name: 'day as known', columns: auditDayColumns };
const forgottenOwners: ForgottenTable = { name: 'forgotten_owner', key: 'owner_id', hasPieces: true };

/**
 * Every event that is somebody's doing, without a secret, a text or a name. A piece's title is erased with its owner,
 * whichever came first, so a log that is read again when the key is gone gives the same.
 */
export const auditProjection: Projection<AuditedEvent> = {
  model: auditModel,
  events: auditedEvents,
  prepare: (events) => ({
    async apply(transaction) {
      if (events.length === 0) return [];
      const leaving = leavingIn(events);
      const before = await loadPieces(transaction, events, [...leaving.keys()]);
      const known = new Map(before.map((piece) => [pieceKey(piece), piece]));
      const written = events.map((event) => applyEvent(known, event));
      const owners = [...new Set([...known.values()].map(({ ownerId }) => ownerId))];
      const forgotten = strongest([
        ...(await readForgotten(transaction, forgottenOwners, owners)),
        ...leaving,
      ]);
      const isErased = (piece: AuditPieceRow | undefined) =>
        piece !== undefined && isUntitled(piece.type, forgotten.get(piece.ownerId));
      insertRows(
        transaction,
        entries,
        written.map((entry) =>
          isErased(known.get(`${entry.entityType} ${entry.entityId}`)) ? { ...entry, title: null } : entry,
        ),
        'on conflict do nothing',
      );
      insertRows(
        transaction,
        pieces,
        [...known.values()].map((piece) => (isErased(piece) ? { ...piece, title: null } : piece)),
        'on conflict (type, id) do update set title = excluded.title',
      );
      insertRows(
        transaction,
        days,
        daysOf(events),
        `on conflict (day) do update set
           first_position = least(known.first_position, excluded.first_position),
           last_position = greatest(known.last_position, excluded.last_position)`,
      );
      if (leaving.size > 0) {
        const untitled = before.filter(isErased);
        transaction.write(
          `update ${transaction.schema}.entry set title = null
           from unnest($1::text[], $2::text[]) as erased (type, id)
           where entry.entity_type = erased.type and entry.entity_id = erased.id and entry.title is not null`,
          [untitled.map(({ type }) => type), untitled.map(({ id }) => id)],
        );
        rememberForgotten(transaction, forgottenOwners, leaving);
      }
      return [topics.audit];
    },
  }),
};

/** Resolves with the stored pieces that the events are about, and all of these owners. */
async function loadPieces(
  transaction: StepTransaction,
  events: readonly AuditedEvent[],
  owners: readonly string[],
): Promise<readonly AuditPieceRow[]> {
  const ids = (wanted: AuditPieceRow['type']) => [
    ...new Set(events.map(entityOf).flatMap(({ type, id }) => (type === wanted && id !== null ? [id] : []))),
  ];
  return transaction.read(
    `select type, id, owner_id as "ownerId", title from ${transaction.schema}.piece
     where (type = 'article' and id = any ($1::text[])) or (type = 'submission' and id = any ($2::text[]))
        or owner_id = any ($3::text[])`,
    [ids('article'), ids('submission'), owners],
  );
}

/** Returns the entry of an event, whose piece becomes what the event made of it. */
function applyEvent(pieces: Map<string, AuditPieceRow>, event: AuditedEvent): AuditEntryRow {
  const entity = entityOf(event);
  const piece = pieceOf(pieces.get(pieceKey(entity)), event);
  if (piece) pieces.set(pieceKey(piece), piece);
  const { metadata, position, revision } = event;
  return {
    position,
    at: metadata.at,
    kind: event.type,
    actorId: metadata.actor.id,
    actorRole: metadata.actor.role,
    requestId: metadata.requestId,
    entityType: entity.type,
    entityId: entity.id,
    revision,
    changed: changedBy(event),
    restoredRevision: restoredBy(event),
    title: piece?.title ?? null,
  };
}

function pieceOf(before: AuditPieceRow | undefined, event: AuditedEvent): AuditPieceRow | undefined {
  try {
    return pieceAfter(before, event);
  } catch (error) {
    throw new ProjectionFault(event, error);
  }
}

function leavingIn(events: readonly AuditedEvent[]): ReadonlyMap<string, PiecesOfForgotten> {
  return strongest(
    events.flatMap((event) =>
      event.type === 'UserForgotten' ? [[event.data.userId, event.data.pieces] as const] : [],
    ),
  );
}

/** Once somebody's pieces have been removed, they stay removed. */
function strongest(
  forgotten: Iterable<readonly [string, PiecesOfForgotten]>,
): ReadonlyMap<string, PiecesOfForgotten> {
  const owners = new Map<string, PiecesOfForgotten>();
  for (const [owner, choice] of forgotten) if (owners.get(owner) !== 'remove') owners.set(owner, choice);
  return owners;
}

function daysOf(events: readonly AuditedEvent[]): readonly AuditDayRow[] {
  const byDay = new Map<string, AuditDayRow>();
  for (const { metadata, position } of events) {
    const day = new Date(metadata.at).toISOString().slice(0, 10);
    const firstPosition = byDay.get(day)?.firstPosition ?? position;
    byDay.set(day, { day, firstPosition, lastPosition: position });
  }
  return [...byDay.values()];
}

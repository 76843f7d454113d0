import { topics } from '@journal/contracts';
import type { PiecesOfForgotten } from '@journal/events';
import { type AuditDayRow, type AuditEntryRow, type AuditPieceRow, auditModel } from '@journal/read-models';
import type { Projection } from '../../engine/projection.ts';
import { ProjectionFault } from '../../engine/projection-fault.ts';
import { auditTables } from './audit.tables.ts';
import { type AuditedEvent, auditedEvents, changedBy, entityOf, restoredBy } from './audited-event.ts';
import { isUntitled, pieceAfter, pieceKey } from './audited-piece.ts';

const auditTopics: ReadonlySet<string> = new Set([topics.audit]);
const noTopics: ReadonlySet<string> = new Set();

/**
 * Every event that is somebody's doing, without a secret, a text or a name. What a piece was called goes with its
 * writer, whichever came first: so a log that is read again when the key is gone gives the same.
 */
export const auditProjection: Projection<AuditedEvent> = {
  model: auditModel,
  events: auditedEvents,
  prepare: (events, schema) => {
    const entities = events.map(entityOf).filter(({ type }) => type === 'article' || type === 'submission');
    const keys = [...new Map(entities.map((entity) => [pieceKey(entity), entity])).values()];
    const leaving = leavingIn(events);
    const days = daysOf(events);
    return {
      async changes(database) {
        const before = await auditTables.loadPieces(database, schema, keys, [...leaving.keys()]);
        const pieces = new Map(before.map((piece) => [pieceKey(piece), piece]));
        const entries = events.map((event) => apply(pieces, event));
        const owners = [...new Set([...pieces.values()].map(({ ownerId }) => ownerId))];
        const known = owners.length === 0 ? [] : await auditTables.forgotten(database, schema, owners);
        const forgotten = strongest([...known, ...leaving]);
        const untitled = (piece: AuditPieceRow | undefined) =>
          piece !== undefined && isUntitled(piece.type, forgotten.get(piece.ownerId));
        return {
          writes: [
            auditTables.insertEntries(
              schema,
              entries.map((entry) =>
                untitled(pieces.get(`${entry.entityType} ${entry.entityId}`))
                  ? { ...entry, title: null }
                  : entry,
              ),
            ),
            auditTables.savePieces(
              schema,
              [...pieces.values()].map((piece) => (untitled(piece) ? { ...piece, title: null } : piece)),
            ),
            auditTables.saveDays(schema, days),
            ...(leaving.size === 0 ? [] : auditTables.forget(schema, leaving, before.filter(untitled))),
          ],
          topics: events.length === 0 ? noTopics : auditTopics,
        };
      },
    };
  },
};

/** The entry of an event, whose piece becomes what the event made of it. */
function apply(pieces: Map<string, AuditPieceRow>, event: AuditedEvent): AuditEntryRow {
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

/** Once somebody's pieces are to go, they have gone. */
function strongest(
  forgotten: Iterable<readonly [string, PiecesOfForgotten]>,
): ReadonlyMap<string, PiecesOfForgotten> {
  const owners = new Map<string, PiecesOfForgotten>();
  for (const [owner, pieces] of forgotten) if (owners.get(owner) !== 'remove') owners.set(owner, pieces);
  return owners;
}

function daysOf(events: readonly AuditedEvent[]): readonly AuditDayRow[] {
  const days = new Map<string, AuditDayRow>();
  for (const { metadata, position } of events) {
    const day = new Date(metadata.at).toISOString().slice(0, 10);
    const firstPosition = days.get(day)?.firstPosition ?? position;
    days.set(day, { day, firstPosition, lastPosition: position });
  }
  return [...days.values()];
}

import {
  type AuditEntityType,
  type AuditKind,
  allAuditKinds,
  auditKinds,
  eventSubjects,
  mailingName,
  pageTitles,
  topics,
} from '@journal/contracts';
import { type JournalEventOf, journalEvents, type OpenedEvent } from '@journal/events';
import {
  type AuditDayRow,
  type AuditEntryRow,
  type AuditPieceRow,
  auditDayColumns,
  auditEntryColumns,
  auditModel,
  auditPieceColumns,
} from '@journal/read-models';
import {
  type ForgottenTable,
  forgottenIn,
  mergeForgotten,
  readForgotten,
  rememberForgotten,
} from '../../engine/erasure.ts';
import { type Projection, ProjectionFault } from '../../engine/projection.ts';
import { insertRows } from '../../engine/rows.ts';
import type { StepTransaction } from '../../engine/step.ts';
import { fieldsIn } from '../version-head.ts';

/** Events that are recorded in the audit. */
type AuditedEvent = OpenedEvent<JournalEventOf<AuditKind>>;

const auditedEvents = Object.fromEntries(allAuditKinds.map((kind) => [kind, journalEvents[kind]]));

const entryTable = { name: 'entry', columns: auditEntryColumns };
const pieceTable = { name: 'piece', columns: auditPieceColumns };
const dayTable = { name: 'day as known', columns: auditDayColumns };
const forgottenOwners: ForgottenTable = {
  name: 'forgotten_owner',
  key: 'ownerId',
  columns: { ownerId: 'text', pieces: 'text' },
};

/** Events that erase a single piece. */
const erasing: ReadonlySet<AuditKind> = new Set(['ArticleErased', 'SubmissionErased']);

const keyOf = ({ type, id }: { readonly type: string; readonly id: string | null }) => `${type} ${id}`;

/**
 * Audit of every event caused by a person, without secrets, texts or names. A piece's title is erased with its owner or
 * with the piece itself, regardless of the order of events, so a rebuild after the key was deleted gives the same rows.
 */
export const auditProjection: Projection<AuditedEvent> = {
  model: auditModel,
  events: auditedEvents,
  prepare: (events) => ({
    async apply(transaction) {
      if (events.length === 0) return [];
      const leaving = forgottenIn(events);
      const stored = await loadPieces(transaction, events, [...leaving.keys()]);
      const pieces = new Map(stored.map((piece) => [keyOf(piece), piece]));
      const entries = events.map((event) => applyEvent(pieces, event));
      const owners = [...new Set([...pieces.values()].map(({ ownerId }) => ownerId))];
      const forgotten = mergeForgotten([
        ...(await readForgotten(transaction, forgottenOwners, owners)),
        ...leaving,
      ]);
      const expired = new Set(
        events.filter(({ type }) => erasing.has(type)).map((event) => keyOf(entityOf(event))),
      );
      // Titles of published articles remain if the pieces were kept.
      const isErased = (piece: AuditPieceRow) =>
        forgotten.get(piece.ownerId) === 'remove' ||
        (forgotten.has(piece.ownerId) && piece.type === 'submission') ||
        expired.has(keyOf(piece));
      const erased = new Set([...pieces.values()].filter(isErased).map(keyOf));
      insertRows(
        transaction,
        entryTable,
        entries.map((entry) =>
          erased.has(keyOf({ type: entry.entityType, id: entry.entityId }))
            ? { ...entry, title: null }
            : entry,
        ),
        'on conflict do nothing',
      );
      insertRows(
        transaction,
        pieceTable,
        [...pieces.values()].map((piece) => (isErased(piece) ? { ...piece, title: null } : piece)),
        'on conflict (type, id) do update set title = excluded.title',
      );
      insertRows(
        transaction,
        dayTable,
        daysOf(events),
        `on conflict (day) do update set
           first_position = least(known.first_position, excluded.first_position),
           last_position = greatest(known.last_position, excluded.last_position)`,
      );
      if (leaving.size + expired.size > 0) {
        const untitled = stored.filter(isErased);
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

/** Resolves with the stored pieces that the events are about, and with all pieces of the owners. */
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

/** Returns the audit entry of an event and updates its piece in `pieces`. Throws `ProjectionFault`. */
function applyEvent(pieces: Map<string, AuditPieceRow>, event: AuditedEvent): AuditEntryRow {
  const { data, metadata, position, revision } = event;
  const entity = entityOf(event);
  let piece: AuditPieceRow | undefined;
  try {
    piece = pieceAfter(pieces.get(keyOf(entity)), event);
  } catch (error) {
    throw new ProjectionFault(event, error);
  }
  if (piece) pieces.set(keyOf(piece), piece);
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
    changed: isPiece(entity.type) || entity.type === 'page' || entity.type === 'issue' ? fieldsIn(data) : [],
    restoredRevision: ('restoredRevision' in data ? data.restoredRevision : undefined) ?? null,
    title: nameIn(event) ?? piece?.title ?? null,
  };
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

const entityTypes = new Map(
  Object.entries(auditKinds).flatMap(([type, kinds]) =>
    kinds.map((kind) => [kind as string, type as AuditEntityType] as const),
  ),
);

/** Returns the entity that an event is about; the ID is null if it is unknown. */
function entityOf({ type, data }: AuditedEvent): { type: AuditEntityType; id: string | null } {
  const entityType = entityTypes.get(type);
  if (!entityType) throw new Error(`${type} has no entity type in the audit`);
  const id = (data as Readonly<Record<string, unknown>>)[eventSubjects[entityType].idField];
  return { type: entityType, id: id === null || id === undefined ? null : String(id) };
}

/** Returns the name of a page, an issue or a mailing, which no event changes. */
function nameIn({ type, data }: AuditedEvent): string | undefined {
  if (type === 'PageEdited') return pageTitles[data.pageId];
  if ('mailingId' in data) return mailingName(data.mailingId);
  return 'issueNumber' in data && type.startsWith('Issue') ? `Issue ${data.issueNumber}` : undefined;
}

/** Whether entities of the type have an owner and their own title. */
const isPiece = (type: AuditEntityType) => type === 'article' || type === 'submission';

/** Returns the article or pitch after an event; undefined if the event is about neither. */
function pieceAfter(before: AuditPieceRow | undefined, event: AuditedEvent): AuditPieceRow | undefined {
  const { type, id } = entityOf(event);
  if (id === null || !isPiece(type)) return undefined;
  const { data } = event;
  const owner = 'contributorId' in data ? data.contributorId : 'userId' in data ? data.userId : undefined;
  const ownerId = owner ?? before?.ownerId;
  if (ownerId === null || ownerId === undefined) throw new Error(`${type} ${id} has no first event`);
  const title = 'title' in data ? data.title : 'articleTitle' in data ? data.articleTitle : undefined;
  return { type, id, ownerId, title: title ?? before?.title ?? null };
}

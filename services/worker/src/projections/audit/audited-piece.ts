import type { PiecesOfForgotten } from '@journal/events';
import type { AuditPieceRow } from '@journal/read-models';
import { type AuditedEvent, entityOf } from './audited-event.ts';

export const pieceKey = ({ type, id }: { type: string; id: string | null }) => `${type} ${id}`;

/** The article or pitch as an event leaves it; undefined where the event is about neither. */
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

/** The title that an event brings; undefined for none. */
function titleIn(data: AuditedEvent['data']): string | null | undefined {
  if ('title' in data) return data.title;
  return 'articleTitle' in data ? data.articleTitle : undefined;
}

/** Whether a piece is called nothing any more, because its owner has been forgotten in this way. */
export function isUntitled(type: AuditPieceRow['type'], pieces: PiecesOfForgotten | undefined): boolean {
  return pieces === 'remove' || (pieces === 'keep' && type === 'submission');
}

import type { EventMetadata } from '@journal/events';
import { InvalidRequest, type JsonObject, type Position, type RecordedEvent } from '../event-store.port.ts';
import type { LogPosition, StoredEvent } from './connection.ts';

/** The digits of the largest such number, so that positions compare as strings like the numbers they stand for. */
const digits = 20;

/** Before the first event. */
export const beforeAll: Position = toPosition({ commit: 0n, prepare: 0n });

export function toPosition({ commit, prepare }: LogPosition): Position {
  return `${String(commit).padStart(digits, '0')}/${String(prepare).padStart(digits, '0')}`;
}

/** Throws `InvalidRequest` for a position that this store never returned. */
export function fromPosition(position: Position): LogPosition {
  const [, commit, prepare] = /^([0-9]{20})\/([0-9]{20})$/.exec(position) ?? [];
  if (commit === undefined || prepare === undefined)
    throw new InvalidRequest(`"${position}" is not a position of a KurrentDB event log`);
  return { commit: BigInt(commit), prepare: BigInt(prepare) };
}

/** Throws where the server is too old to return positions. */
export function toRecordedEvent(event: StoredEvent): RecordedEvent {
  return {
    id: event.id,
    type: event.type,
    data: event.data as JsonObject,
    metadata: event.metadata as EventMetadata,
    stream: event.streamId,
    revision: Number(event.revision),
    position: positionOf(event),
  };
}

export function positionOf(event: StoredEvent): string {
  if (!event.position)
    throw new Error('This KurrentDB returns no positions with stream reads: 23.10 or newer is required');
  return toPosition(event.position);
}

/** The database's own events: statistics, links, stream metadata. */
export function isSystemEvent({ type }: { readonly type: string }): boolean {
  return type.startsWith('$');
}

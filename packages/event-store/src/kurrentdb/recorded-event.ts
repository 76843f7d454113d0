import type { EventMetadata } from '@journal/events';
import type { JsonObject, RecordedEvent } from '../event-store.port.ts';
import type { StoredEvent } from './connection.ts';
import { toPosition } from './position.ts';

/** Throws where the server is too old to tell positions. */
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
    throw new Error('This KurrentDB does not tell positions in streams: 23.10 or newer is needed');
  return toPosition(event.position);
}

/** The database's own events: statistics, links, stream metadata. */
export function isSystemEvent({ type }: { readonly type: string }): boolean {
  return type.startsWith('$');
}

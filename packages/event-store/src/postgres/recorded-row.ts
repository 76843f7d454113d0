import type { CustomTypesConfig } from 'pg';
import type { RecordedEvent } from '../event-store.port.ts';
import { toPosition } from './position.ts';

/** A row of the columns below, every value as Postgres' text. */
export type EventRow = [
  position: string,
  stream: string,
  revision: string,
  id: string,
  type: string,
  data: string,
  metadata: string,
];

/** In the order of `EventRow`; `event` is the table's alias. */
export const eventColumns =
  'event.position, event.stream, event.revision, event.event_id, event.type, event.data, event.metadata';

/** Leaves every value the text that it came as: this is read by the thousand, and the driver's way costs a third more. */
export const asText = { getTypeParser: () => (value: string) => value } as unknown as CustomTypesConfig;

export function toRecordedEvent([
  position,
  stream,
  revision,
  id,
  type,
  data,
  metadata,
]: EventRow): RecordedEvent {
  return {
    id,
    type,
    data: JSON.parse(data),
    metadata: JSON.parse(metadata),
    stream,
    revision: Number(revision),
    position: toPosition(position),
  };
}

import { textArray, uuidArray } from '@journal/postgres';
import type { EncodedEvent } from '../../append/encoded-append.ts';

/** What events hold, as the last four parameters of both statements that append many: id, type, data, metadata. */
export function contentArrays(events: readonly EncodedEvent[]): Buffer[] {
  return [
    uuidArray(events.map(({ id }) => id)),
    textArray(events.map(({ type }) => type)),
    textArray(
      events.map(({ data }) => data),
      'json',
    ),
    textArray(
      events.map(({ metadata }) => metadata),
      'json',
    ),
  ];
}

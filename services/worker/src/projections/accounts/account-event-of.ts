import type { AccountEventRow } from '@journal/read-models';
import type { OpenedUserEvent } from './user-event.ts';

/** What the history of an account keeps of an event. */
export function accountEventOf({
  type,
  data,
  metadata,
  revision,
  position,
}: OpenedUserEvent): AccountEventRow {
  return { userId: data.userId, revision, type, at: metadata.at, requestId: metadata.requestId, position };
}

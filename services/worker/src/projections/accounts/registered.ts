import { endsSessions } from '@journal/events';
import type { AccountRow } from '@journal/read-models';
import type { OpenedUserEvent } from './user-event.ts';

/** The row of a user who must have registered before, as any later event leaves it. */
export function registered(row: AccountRow | undefined, { type, revision }: OpenedUserEvent): AccountRow {
  if (!row) throw new Error('the user has never registered');
  return { ...row, revision, sessionVersion: row.sessionVersion + Number(endsSessions(type)) };
}

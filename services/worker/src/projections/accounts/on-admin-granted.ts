import type { AccountRow } from '@journal/read-models';
import { registered } from './registered.ts';
import type { OpenedUser } from './user-event.ts';

export function onAdminGranted(row: AccountRow | undefined, event: OpenedUser<'AdminGranted'>): AccountRow {
  return { ...registered(row, event), isAdmin: true };
}

import type { AccountRow } from '@journal/read-models';
import { registered } from './registered.ts';
import type { OpenedUser } from './user-event.ts';

export function onAdminRevoked(row: AccountRow | undefined, event: OpenedUser<'AdminRevoked'>): AccountRow {
  return { ...registered(row, event), isAdmin: false };
}

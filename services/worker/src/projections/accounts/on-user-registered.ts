import type { AccountRow } from '@journal/read-models';
import type { OpenedUser } from './user-event.ts';

export function onUserRegistered(
  _row: AccountRow | undefined,
  { data, metadata, revision }: OpenedUser<'UserRegistered'>,
): AccountRow {
  return {
    userId: data.userId,
    revision,
    email: data.email,
    emailHash: data.emailHash,
    username: data.username,
    fullName: data.fullName,
    isAdmin: false,
    createdAt: metadata.at,
    sessionVersion: 0,
  };
}

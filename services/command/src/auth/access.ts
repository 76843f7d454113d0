import type { EventStore } from '@journal/event-store';
import { endsSessions, userStream } from '@journal/events';

/** What counts of a user when a request comes with their session. */
export type Access = {
  /** Sessions of an older one are over. */
  readonly version: number;
  readonly isAdmin: boolean;
};

/** How the log has a user at this moment; undefined for who never registered or is forgotten. */
export type AccessOf = (userId: string) => Promise<Access | undefined>;

/** Reads the types of the user's events alone: it needs no key, so it holds for who was forgotten a moment ago too. */
export function createAccessOf(store: Pick<EventStore, 'read'>): AccessOf {
  return async (userId) => {
    let access: Access | undefined;
    for await (const { type } of store.read(userStream(userId))) {
      if (type === 'UserRegistered') access = { version: 0, isAdmin: false };
      else if (type === 'UserForgotten') return undefined;
      else if (access)
        access = {
          version: access.version + (endsSessions(type) ? 1 : 0),
          isAdmin: adminAfter(type, access),
        };
    }
    return access;
  };
}

function adminAfter(type: string, { isAdmin }: Access): boolean {
  if (type === 'AdminGranted') return true;
  return type === 'AdminRevoked' ? false : isAdmin;
}

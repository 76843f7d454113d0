import type { EventStore } from '@journal/event-store';
import type { Vault } from '@journal/events';
import { createJournalLog } from './journal-log.ts';

/** A journal's log of which a spec writes accounts alone. */
export function createUserLog(store: EventStore, vault?: Vault) {
  const { users, ...log } = createJournalLog(store, vault);
  return { ...log, ...users };
}

export type UserLog = ReturnType<typeof createUserLog>;

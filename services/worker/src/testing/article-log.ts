import type { EventStore } from '@journal/event-store';
import type { Vault } from '@journal/events';
import { createJournalLog } from './journal-log.ts';

/** A journal's log of which a spec writes articles alone. */
export function createArticleLog(store: EventStore, vault?: Vault) {
  const { articles, ...log } = createJournalLog(store, vault);
  return { ...log, ...articles };
}

export type ArticleLog = ReturnType<typeof createArticleLog>;

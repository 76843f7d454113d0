import type { KeyObject } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { LRUCache } from 'lru-cache';

/** Taken before a query: the answer is valid as of that moment. */
type Ticket = { readonly generation: number; readonly at: number };

/**
 * A cache of at most `max` keys that may be used only under a lease: for `lease` milliseconds after the vault was last
 * queried for forgotten subjects. A notification evicts a key sooner; the lease bounds its use if the notification is
 * lost.
 */
export function createKeyCache(max: number, lease: number, now: () => number = () => performance.now()) {
  const keys = new LRUCache<string, KeyObject>({ max });
  let leaseEnds = Number.NEGATIVE_INFINITY;
  let generation = 0;

  return {
    /** Whether cached keys may be used without querying the vault. */
    get leased() {
      return now() < leaseEnds;
    },
    get: (subject: string) => keys.get(subject),
    ticket: (): Ticket => ({ generation, at: now() }),
    /** Caches the loaded keys, unless a key was evicted while they were being loaded. */
    keep(ticket: Ticket, loaded: ReadonlyMap<string, KeyObject>) {
      if (ticket.generation !== generation) return;
      for (const [subject, key] of loaded) keys.set(subject, key);
    },
    /** Renews the lease. Call it after dropping every subject that was forgotten as of the ticket. */
    renew(ticket: Ticket) {
      leaseEnds = Math.max(leaseEnds, ticket.at + lease);
    },
    drop(subject: string) {
      generation++;
      keys.delete(subject);
    },
    clear() {
      generation++;
      leaseEnds = Number.NEGATIVE_INFINITY;
      keys.clear();
    },
  };
}

import type { KeyObject } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { LRUCache } from 'lru-cache';

/** Taken before the vault is asked: an answer holds as of that moment. */
type Ticket = { readonly generation: number; readonly at: number };

/**
 * At most `max` keys in memory that may be used only under a lease: for so many milliseconds after the vault was last
 * asked who has been forgotten. A notification ends a key sooner; the lease makes its end certain where that is lost.
 */
export function createKeyCache(max: number, lease: number, now: () => number = () => performance.now()) {
  const keys = new LRUCache<string, KeyObject>({ max });
  let leaseEnds = Number.NEGATIVE_INFINITY;
  let generation = 0;

  return {
    /** Whether keys may be taken from here without asking the vault. */
    get leased() {
      return now() < leaseEnds;
    },
    get: (subject: string) => keys.get(subject),
    ticket: (): Ticket => ({ generation, at: now() }),
    /** Keeps what was loaded, unless a key ended while it was under way. */
    keep(ticket: Ticket, loaded: ReadonlyMap<string, KeyObject>) {
      if (ticket.generation !== generation) return;
      for (const [subject, key] of loaded) keys.set(subject, key);
    },
    /** Call after dropping everybody who had been forgotten when the ticket was taken. */
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

import type { EventStore } from './event-store.port.ts';
import { isKurrentDbUrl } from './kurrentdb/connection-string.ts';
import { createPostgresEventStore } from './postgres/postgres-event-store.ts';

export type OpenEventStoreOptions = {
  /** Shown to the operators of the engine, where it has a place for it. */
  applicationName?: string;
};

/**
 * The event store at `url`; its scheme chooses the engine: postgres:// or postgresql://, kurrentdb:// or esdb://
 * (for a cluster kurrentdb+discover:// or esdb+discover://). Throws for any other, without repeating the address.
 */
export async function openEventStore(url: string, options: OpenEventStoreOptions = {}): Promise<EventStore> {
  if (/^postgres(ql)?:\/\//.test(url)) return createPostgresEventStore({ url, ...options });
  if (isKurrentDbUrl(url)) {
    // The client takes a while to load and much memory, which an installation on Postgres can do without.
    const { createKurrentDbEventStore } = await import('./kurrentdb/kurrentdb-event-store.ts');
    return createKurrentDbEventStore({ url });
  }
  throw new Error(
    'An event store is at postgres://, postgresql://, kurrentdb://, kurrentdb+discover://, esdb:// or esdb+discover://',
  );
}

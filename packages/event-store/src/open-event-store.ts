import type { EventStore } from './event-store.port.ts';
import { createPostgresEventStore } from './postgres/postgres-event-store.ts';

export type OpenEventStoreOptions = {
  /** Name shown to operators by engines that support it. */
  applicationName?: string;
  /** If true, a missing log is not created; reading it then fails. */
  isReader?: boolean;
};

/** Same as `checkKurrentDb` in check-engine.ts, but loads the client only when called. */
export async function checkKurrentDb(url: string): Promise<void> {
  await (await import('./kurrentdb/check-engine.ts')).checkKurrentDb(url);
}

/**
 * Opens the event store at `url`, whose scheme selects the engine: postgres:// or postgresql://, kurrentdb:// or
 * esdb:// (for a cluster kurrentdb+discover:// or esdb+discover://). Throws for any other scheme, without repeating the
 * address.
 */
export async function openEventStore(url: string, options: OpenEventStoreOptions = {}): Promise<EventStore> {
  if (/^postgres(ql)?:\/\//.test(url)) return createPostgresEventStore({ url, ...options });
  if (/^(kurrentdb|esdb)(\+discover)?:\/\//.test(url)) {
    // The client is slow to load and uses much memory, which an installation on Postgres does not need.
    const { createKurrentDbEventStore } = await import('./kurrentdb/kurrentdb-event-store.ts');
    return createKurrentDbEventStore({ url });
  }
  throw new Error(
    'The address of an event store must begin with postgres://, postgresql://, kurrentdb://, kurrentdb+discover://, esdb:// or esdb+discover://',
  );
}

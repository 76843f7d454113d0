import type { EventStore } from './event-store.port.ts';
import { createPostgresEventStore } from './postgres/postgres-event-store.ts';

/** The event store that the URL names, by its scheme. Throws for a scheme that no adapter serves. */
export async function openEventStore(url: string): Promise<EventStore> {
  if (/^postgres(ql)?:/.test(url)) return createPostgresEventStore({ url });
  throw new Error('The event store URL must begin with postgres://');
}

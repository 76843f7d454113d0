export * from './event-store.port.ts';
export { eventsUpTo } from './events-up-to.ts';
export { guardAgainstTruncation, LogTruncated } from './guard-against-truncation.ts';
export { contentDigest, markAppends, markOf } from './mark.ts';
export { checkKurrentDb, type OpenEventStoreOptions, openEventStore } from './open-event-store.ts';
export { createPostgresEventStore, type PostgresEventStoreOptions } from './postgres/postgres-event-store.ts';
export { withoutForeignEvents } from './without-foreign-events.ts';

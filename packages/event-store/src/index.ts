export * from './event-store.port.ts';
export { guardEnd, LogLostItsEnd } from './guard-end.ts';
export { contentDigest, markAppends, markOf } from './mark.ts';
export { checkKurrentDb, type OpenEventStoreOptions, openEventStore } from './open-event-store.ts';
export { ownEvents } from './own-events.ts';
export { createPostgresEventStore, type PostgresEventStoreOptions } from './postgres/postgres-event-store.ts';

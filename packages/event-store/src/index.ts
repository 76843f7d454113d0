export * from './event-store.port.ts';
export { openEventStore } from './open-event-store.ts';
export { createPostgresEventStore, type PostgresEventStoreOptions } from './postgres/postgres-event-store.ts';

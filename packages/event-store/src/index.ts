export * from './event-store.port.ts';

export { createMemoryEventStore, type MemoryEventStore } from './memory-event-store.ts';

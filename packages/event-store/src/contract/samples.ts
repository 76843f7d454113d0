import { randomUUID } from 'node:crypto';
import type { EventMetadata } from '@journal/events';
import type { JsonObject, NewEvent } from '../event-store.port.ts';

/** Of this run and this test only. */
export function uniqueName(what: string): string {
  return `${what}-${randomUUID()}`;
}

export function sampleEvent(type: string, data: JsonObject = {}, id: string = randomUUID()): NewEvent {
  return { id, type, data, metadata: sampleMetadata() };
}

export function sampleEvents(count: number, type: string): NewEvent[] {
  return Array.from({ length: count }, (_, number) => sampleEvent(type, { number }));
}

export function sampleMetadata(): EventMetadata {
  const requestId = randomUUID();
  return {
    actor: { id: 'editor-1', role: 'admin' },
    requestId,
    correlationId: requestId,
    causationId: requestId,
    schemaVersion: 1,
    at: '2026-11-01T12:00:00.000Z',
  };
}

import { randomUUID } from 'node:crypto';
import type { EventMetadata } from '@journal/events';
import { openGate } from '@journal/testing';
import type {
  EventStore,
  JsonObject,
  NewEvent,
  Position,
  RecordedEvent,
  SubscribeOptions,
  SubscriptionBatch,
} from '../event-store.port.ts';

/** An event log for the contract tests. */
export type OpenedLog = {
  readonly store: EventStore;
  /** Opens another store on the same log, like a second process; the caller closes it. */
  another(): Promise<EventStore>;
  /** Breaks every open connection to the log; new connections work. */
  dropConnections(): Promise<void>;
  /** Opens another store behind its own gate; it retries appends for `retryTimeout` milliseconds. */
  behindGate(retryTimeout: number): Promise<StoreBehindGate>;
  /** Writes events directly through the engine, as another program would. */
  writeForeign(stream: string, events: readonly ForeignEvent[]): Promise<void>;
  close(): Promise<void>;
};

export type ForeignEvent = {
  readonly type: string;
  /** Bytes if the engine accepts them. */
  readonly data: Buffer | JsonObject;
  readonly metadata?: Buffer | JsonObject;
};

export type StoreBehindGate = {
  readonly store: EventStore;
  readonly gate: Awaited<ReturnType<typeof openGate>>;
  close(): Promise<void>;
};

/** Opens a store behind a gate to `port`; `open` receives the gate's port to connect to instead. */
export async function openBehindGate(
  port: number,
  open: (port: number) => Promise<EventStore>,
  host?: string,
): Promise<StoreBehindGate> {
  const gate = await openGate(port, host);
  const store = await open(gate.port);
  return {
    store,
    gate,
    async close() {
      gate.open();
      await store.close();
      await gate.close();
    },
  };
}

export type Log = () => OpenedLog;

/** Returns a name that is unique across runs and tests. */
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

export type Collected = { readonly events: RecordedEvent[]; readonly batches: SubscriptionBatch[] };

/** Follows a subscription until `enough` returns true, then ends it. */
export async function collect(
  store: EventStore,
  options: SubscribeOptions,
  enough: (collected: Collected) => boolean,
): Promise<Collected> {
  const collected: Collected = { events: [], batches: [] };
  for await (const batch of store.subscribe(options)) {
    collected.batches.push(batch);
    collected.events.push(...batch.events);
    if (enough(collected)) break;
  }
  return collected;
}

/** Follows a subscription until it reaches a position. */
export const collectUpTo = (store: EventStore, options: SubscribeOptions, position: Position) =>
  collect(store, options, ({ batches }) => (batches.at(-1)?.position ?? '') >= position);

/** Resolves with at least `count` events of a subscription. */
export async function collectEvents(
  store: EventStore,
  options: SubscribeOptions,
  count: number,
): Promise<RecordedEvent[]> {
  return (await collect(store, options, ({ events }) => events.length >= count)).events;
}

export async function readAll(events: AsyncIterable<RecordedEvent>): Promise<RecordedEvent[]> {
  const all: RecordedEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

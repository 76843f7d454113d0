import type { EventStore, RecordedEvent, SubscribeOptions, SubscriptionBatch } from '../event-store.port.ts';

export type Collected = { readonly events: RecordedEvent[]; readonly batches: SubscriptionBatch[] };

/** Follows a subscription until `enough` says so, then ends it. */
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

/** Everything of these types up to and with `count` events. */
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

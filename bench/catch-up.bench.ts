import { createPostgresEventStore, type EventStore } from '@journal/event-store';
import { type BenchContext, type Figure, medianOf, rateOf, writeEvents } from './bench.ts';

export const name = 'subscription catching up with 200,000 events of 1.5 KB';

const events = 200_000;
const rounds = 5;

export async function run({ startPostgres, defer, say }: BenchContext): Promise<Figure[]> {
  const store = await createPostgresEventStore({ url: await startPostgres() });
  defer(() => store.close());
  say('writing the log …');
  await writeEvents(store, events);
  const all = await medianOf(rounds, () => rateOf(() => count(store)));
  const types = ['ArticlePublished', 'ArticleEdited'];
  const ofType = await medianOf(rounds, () => rateOf(() => count(store, types)));
  return [
    { what: 'all events', value: all, unit: 'events/s', goal: '40,000' },
    { what: 'events of two types', value: ofType, unit: 'events/s' },
  ];
}

async function count(store: EventStore, types?: readonly string[]): Promise<number> {
  let events = 0;
  for await (const batch of store.subscribe(types ? { types } : {})) {
    events += batch.events.length;
    if (batch.caughtUp) break;
  }
  return events;
}

import { randomUUID } from 'node:crypto';
import { createPostgresEventStore, type EventStore } from '@journal/event-store';
import { type BenchContext, type Figure, logEvent, median, rateOf } from './bench.ts';

export const name = 'subscription that catches up with 200,000 events of 1.5 KB';

const events = 200_000;
const perAppend = 500;
const rounds = 5;

export async function run({ startPostgres, defer, say }: BenchContext): Promise<Figure[]> {
  const store = await createPostgresEventStore({ url: await startPostgres() });
  defer(() => store.close());
  say('writing the log …');
  for (let written = 0; written < events; written += perAppend)
    await store.append(
      `history-${written % 50}`,
      Array.from({ length: perAppend }, () => logEvent(randomUUID())),
      'any',
    );
  const all: number[] = [];
  const ofType: number[] = [];
  for (let round = 0; round < rounds; round++) {
    all.push(await rateOf(() => count(store)));
    ofType.push(await rateOf(() => count(store, ['ArticlePublished', 'ArticleEdited'])));
  }
  return [
    { what: 'all events', value: median(all, Number), unit: 'events/s', goal: '40,000' },
    { what: 'events of two types', value: median(ofType, Number), unit: 'events/s' },
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

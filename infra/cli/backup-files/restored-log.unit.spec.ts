import { randomUUID } from 'node:crypto';
import { type EventStore, StoreUnavailable } from '@journal/event-store';
import { expect, test } from 'vitest';
import {
  collectUpTo,
  readAll,
  sampleEvent,
  sampleEvents,
} from '../../../packages/event-store/src/contract/log.ts';
import { createMemoryEventStore } from '../../../packages/event-store/src/memory/memory-event-store.ts';
import { createRestoredLog } from './restored-log.ts';

const events = sampleEvents(10, 'Written').map((event, revision) => ({
  ...event,
  stream: 'stream',
  revision,
  position: '',
}));

/** Returns a log whose engine is unavailable for some appends. */
async function setUp(outages: number, patience: number) {
  const store = createMemoryEventStore();
  let appends = 0;
  const append: EventStore['append'] = async (...event) => {
    appends += 1;
    if (appends > 5 && appends <= 5 + outages) throw new StoreUnavailable('away');
    return store.append(...event);
  };
  const told: string[] = [];
  const log = await createRestoredLog(
    { ...store, append },
    { keepsOrder: true, marked: new Set([7]), patience, onOutage: ({ message }) => told.push(message) },
  );
  async function restore(): Promise<void> {
    for (const event of events) await log.add(event);
    await log.end([]);
  }
  return { store, log, told, restore };
}

test('a restore waits for an engine that is briefly unavailable, and reports the outage', async () => {
  const { store, log, told, restore } = await setUp(1, 1_000);
  await restore();
  expect((await readAll(store.read('stream'))).map(({ id }) => id)).toEqual(events.map(({ id }) => id));
  expect(log.positions.size).toBe(1);
  expect(told).toEqual(['away']);
});

test('a restore fails if the engine stays unavailable, and a later one resumes at the end of the log', async () => {
  const { store, restore } = await setUp(2, 0);
  await expect(restore()).rejects.toMatchObject({ name: 'StoreUnavailable' });
  expect(await readAll(store.read('stream'))).toHaveLength(5);
  const again = await createRestoredLog(store, { keepsOrder: true, marked: new Set([3]) });
  for (const event of events) await again.add(event);
  await again.end([]);
  const restored = await readAll(store.read('stream'));
  expect(restored).toHaveLength(10);
  expect([...again.positions]).toEqual([[3, restored[2]?.position]]);
});

test('a restore skips foreign events that the engine rejects, keeps the order of the rest, and can be repeated', async () => {
  const foreign = {
    ...sampleEvent('Noted'),
    stream: 'others',
    revision: 0,
    position: '',
    metadata: {} as never,
  };
  const [first, second, third] = events;
  if (!first || !second || !third) expect.fail();
  const given = [
    first,
    // Engines that others wrote to have gaps in revisions, and stream names and texts that the journal rejects.
    { ...foreign, id: randomUUID(), revision: 7 },
    { ...foreign, id: randomUUID(), stream: '$theirs' },
    { ...foreign, id: randomUUID(), data: { text: '\0' } },
    second,
    // In a stream of the journal, right after an event that may not have been sent yet.
    { ...foreign, id: randomUUID(), stream: 'stream', revision: 2 },
    { ...foreign, id: randomUUID(), revision: 8 },
    { ...third, revision: 3 },
  ];
  const store = createMemoryEventStore();
  const log = await createRestoredLog(store, { keepsOrder: true, marked: new Set([4]) });
  for (const event of given) await log.add(event);
  await log.end([]);
  const { events: restored } = await collectUpTo(store, {}, (await store.head()) ?? '');
  const taken = given.filter(({ stream, data }) => stream !== '$theirs' && !('text' in data));
  expect(restored.map(({ id }) => id)).toEqual(taken.map(({ id }) => id));
  expect([...log.positions]).toEqual([[4, restored[1]?.position]]);
  expect([log.count, log.leftOut]).toEqual([8, 2]);

  const again = await createRestoredLog(store, { keepsOrder: true, marked: new Set([4]) });
  for (const event of given) await again.add(event);
  await again.end([]);
  expect(await store.head()).toBe(restored.at(-1)?.position);
  expect([...again.positions]).toEqual([...log.positions]);
});

import { type EventStore, StoreUnavailable } from '@journal/event-store';
import { expect, test } from 'vitest';
import { readAll, sampleEvents } from '../../../packages/event-store/src/contract/log.ts';
import { createMemoryEventStore } from '../../../packages/event-store/src/memory/memory-event-store.ts';
import { createRestoredLog } from './restored-log.ts';

const events = sampleEvents(10, 'Written').map((event, revision) => ({
  ...event,
  stream: 'stream',
  revision,
  position: '',
}));

/** A log whose engine is away for some appends. */
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

test('an engine that is away for a while is waited for', async () => {
  const { store, log, told, restore } = await setUp(1, 1_000);
  await restore();
  expect((await readAll(store.read('stream'))).map(({ id }) => id)).toEqual(events.map(({ id }) => id));
  expect(log.positions.size).toBe(1);
  expect(told).toEqual(['away']);
});

test('one that stays away ends it, and it goes on later from where the log ends', async () => {
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

import { expect, test } from 'vitest';
import { sampleEvents } from './contract/log.ts';
import { eventsUpTo } from './events-up-to.ts';
import { createMemoryEventStore } from './memory/memory-event-store.ts';

test('eventsUpTo throws StoreUnavailable if the log delivers nothing more, however long earlier pages took', async () => {
  const store = createMemoryEventStore();
  await store.append('stream', sampleEvents(3, 'Written'), 'none');
  const beyond = '9'.repeat((await store.head())?.length ?? 1);
  const read: number[] = [];
  const reading = (async () => {
    for await (const page of eventsUpTo(store, beyond, { patience: 50 })) {
      read.push(page.length);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  await expect(reading).rejects.toMatchObject({ name: 'StoreUnavailable' });
  expect(read).toEqual([3]);
});

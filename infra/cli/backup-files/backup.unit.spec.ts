import { expect, test } from 'vitest';
import { sampleEvents } from '../../../packages/event-store/src/contract/log.ts';
import { createMemoryEventStore } from '../../../packages/event-store/src/memory/memory-event-store.ts';
import { eventsUpTo } from './backup.ts';

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

import { expect, it } from 'vitest';
import { readAll } from '../contract/collect.ts';
import { describeEventStoreContractWithoutServer } from '../contract/index.ts';
import { sampleEvent } from '../contract/samples.ts';
import { createMemoryEventStore, createMemoryLog } from './memory-event-store.ts';

describeEventStoreContractWithoutServer('the log in memory', async () => {
  const log = createMemoryLog();
  const store = createMemoryEventStore(log);
  return { store, another: async () => createMemoryEventStore(log), close: () => store.close() };
});

it('keeps what was written, whatever becomes of the objects it was given and gave', async () => {
  const store = createMemoryEventStore();
  const given = { text: 'as written' };
  await store.append('stream', [sampleEvent('Written', given)], 'none');
  given.text = 'changed';
  const [read] = await readAll(store.read('stream'));
  Object.assign(read?.data ?? {}, { text: 'changed' });
  expect(await readAll(store.read('stream'))).toMatchObject([{ data: { text: 'as written' } }]);
});

it('refuses an id that stands in another stream', async () => {
  const store = createMemoryEventStore();
  const event = sampleEvent('Opened');
  await store.append('one', [event], 'none');
  const elsewhere = store.append('two', [sampleEvent('Opened'), event], 'none');
  await expect(elsewhere).rejects.toMatchObject({ name: 'InvalidRequest' });
  expect(store.log).toHaveLength(1);
});

import { expect, it } from 'vitest';
import { describeEventStoreContract } from '../contract/event-store.contract.ts';
import { readAll, sampleEvent } from '../contract/log.ts';
import { createMemoryEventStore, createMemoryLog } from './memory-event-store.ts';

const open = async () => {
  const log = createMemoryLog();
  const store = createMemoryEventStore(log);
  const another = async () => createMemoryEventStore(log);
  const dropConnections = async () => {};
  const unknown = () => Promise.reject(new Error('A log in memory has no connections'));
  const missing = { behindGate: unknown, writeForeign: unknown };
  return { store, another, dropConnections, ...missing, close: () => store.close() };
};
describeEventStoreContract('memory', open, { hasConnections: false });

it('the memory store copies events when they are appended and read', async () => {
  const store = createMemoryEventStore();
  const given = { text: 'as written' };
  await store.append('stream', [sampleEvent('Written', given)], 'none');
  given.text = 'changed';
  const [read] = await readAll(store.read('stream'));
  Object.assign(read?.data ?? {}, { text: 'changed' });
  expect(await readAll(store.read('stream'))).toMatchObject([{ data: { text: 'as written' } }]);
});

it('the memory store rejects an event id that exists in another stream', async () => {
  const store = createMemoryEventStore();
  const event = sampleEvent('Opened');
  await store.append('one', [event], 'none');
  const elsewhere = store.append('two', [sampleEvent('Opened'), event], 'none');
  await expect(elsewhere).rejects.toMatchObject({ name: 'InvalidRequest' });
  expect(store.log).toHaveLength(1);
});

import { openGate } from '@journal/testing';
import { expect, it } from 'vitest';
import { describeEventStoreContract } from '../contract/event-store.contract.ts';
import { sampleEvent } from '../contract/log.ts';
import { createKurrentDbEventStore } from './kurrentdb-event-store.ts';
import { startStandIn } from './stand-in/start-stand-in.ts';

describeEventStoreContract('KurrentDB adapter and client, against a stand-in for the server', async () => {
  const standIn = await startStandIn();
  const gate = await openGate(standIn.port);
  const url = `kurrentdb://127.0.0.1:${gate.port}?tls=false`;
  const store = await createKurrentDbEventStore({ url });
  return {
    store,
    another: () => createKurrentDbEventStore({ url }),
    async dropConnections() {
      gate.shut();
      gate.open();
    },
    async close() {
      await store.close();
      await gate.close();
      standIn.stop();
    },
  };
});

it('ignores system events for the head of the log', async () => {
  const standIn = await startStandIn();
  const store = await createKurrentDbEventStore({ url: `kurrentdb://127.0.0.1:${standIn.port}?tls=false` });
  expect(await store.head()).toBeUndefined();
  let position = '';
  while (standIn.log.events.at(-1)?.type !== '$statsCollected')
    ({ position } = await store.append('stream', [sampleEvent('Opened')], 'any'));
  expect(await store.head()).toBe(position);
  await store.close();
  standIn.stop();
});

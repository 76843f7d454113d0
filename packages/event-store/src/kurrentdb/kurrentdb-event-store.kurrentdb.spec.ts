import { describeEventStoreContract } from '../contract/event-store.contract.ts';
import { createKurrentDbEventStore } from './kurrentdb-event-store.ts';
import { writeForeign } from './stand-in/write-foreign.ts';
import { startKurrentDb } from './start-kurrentdb.ts';

describeEventStoreContract('KurrentDB', async () => {
  const { url, dropConnections, behindGate, stop } = await startKurrentDb();
  const store = await createKurrentDbEventStore({ url });
  return {
    store,
    another: () => createKurrentDbEventStore({ url }),
    dropConnections,
    behindGate,
    writeForeign: (stream, events) => writeForeign(url, stream, events),
    async close() {
      await store.close();
      await stop();
    },
  };
});

import { openGate } from '@journal/testing';
import { describeEventStoreContract } from '../contract/index.ts';
import { createKurrentDbEventStore } from './kurrentdb-event-store.ts';
import { startStandIn } from './stand-in/start-stand-in.ts';

describeEventStoreContract(
  "our KurrentDB adapter and KurrentDB's client, against a stand-in for the server",
  async () => {
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
  },
);

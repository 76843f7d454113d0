import { afterAll, beforeAll, describe } from 'vitest';
import { describeAppending } from './appending.contract.ts';
import { describeConnections } from './connections.contract.ts';
import { describeContent } from './content.contract.ts';
import { describeIdempotency } from './idempotency.contract.ts';
import type { ConnectedLog, Log, OpenedLog } from './opened-log.ts';
import { describeReading } from './reading.contract.ts';
import { describeRefusals } from './refusals.contract.ts';
import { describeSubscribing } from './subscribing.contract.ts';
import { describeManyWriters } from './writers.contract.ts';

/**
 * What every adapter of the port promises. `open` is called once; its log need not be empty, nor alone in its
 * engine: each test keeps to streams and event types of its own.
 */
export function describeEventStoreContract(name: string, open: () => Promise<ConnectedLog>): void {
  describeOpened(name, open, (log) => {
    describeEverywhere(log);
    describeConnections(log);
  });
}

/** The same for a log in this process, which has no connections to lose. */
export function describeEventStoreContractWithoutServer(name: string, open: () => Promise<OpenedLog>): void {
  describeOpened(name, open, describeEverywhere);
}

function describeEverywhere(log: Log): void {
  describeAppending(log);
  describeIdempotency(log);
  describeRefusals(log);
  describeReading(log);
  describeContent(log);
  describeSubscribing(log);
  describeManyWriters(log);
}

function describeOpened<Opened extends OpenedLog>(
  name: string,
  open: () => Promise<Opened>,
  describeLog: (log: Log<Opened>) => void,
): void {
  describe(`the event store contract, kept by ${name}`, () => {
    let opened: Opened | undefined;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened?.close());

    describeLog(() => {
      if (!opened) throw new Error('The event store is not open');
      return opened;
    });
  });
}

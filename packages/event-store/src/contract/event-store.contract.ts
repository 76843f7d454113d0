import { afterAll, beforeAll, describe } from 'vitest';
import { describeAppending, describeIdempotency } from './appending.contract.ts';
import { describeConnections, describeManyWriters } from './concurrency.contract.ts';
import type { ConnectedLog, Log, OpenedLog } from './log.ts';
import { describeContent, describeReading } from './reading.contract.ts';
import { describeRefusals } from './refusals.contract.ts';
import { describeSubscribing } from './subscribing.contract.ts';

/**
 * The promises of the port, for every adapter. `open` is called once; its log need be neither empty nor alone in its
 * engine: each test uses streams and event types of its own.
 */
export function describeEventStoreContract(name: string, open: () => Promise<ConnectedLog>): void {
  describeOpened(name, open, (log) => {
    describeEverywhere(log);
    describeConnections(log);
  });
}

/** The same for a log in memory, which has no connections to lose. */
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
  describe(`event store contract: ${name}`, () => {
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

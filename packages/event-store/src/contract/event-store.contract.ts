import { afterAll, beforeAll, describe } from 'vitest';
import { describeAppending, describeIdempotency } from './appending.contract.ts';
import { describeConnections, describeManyWriters } from './concurrency.contract.ts';
import { describeForeignEvents } from './foreign.contract.ts';
import type { OpenedLog } from './log.ts';
import { describeOutages } from './outages.contract.ts';
import { describeContent, describeReading } from './reading.contract.ts';
import { describeRefusals } from './refusals.contract.ts';
import { describeSubscribing } from './subscribing.contract.ts';

// Subscriptions read the log from its beginning: what makes it long comes last.
const promises = [
  describeAppending,
  describeIdempotency,
  describeRefusals,
  describeSubscribing,
  describeContent,
  describeManyWriters,
  describeReading,
];

/**
 * The promises of the port, for every adapter. `open` is called once; its log need be neither empty nor alone in its
 * engine: each test uses streams and event types of its own. A log in memory has no connections to lose.
 */
export function describeEventStoreContract(
  name: string,
  open: () => Promise<OpenedLog>,
  { hasConnections = true } = {},
): void {
  describe(`event store contract: ${name}`, () => {
    let opened: OpenedLog | undefined;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened?.close());

    for (const describePromises of hasConnections
      ? [...promises, describeForeignEvents, describeConnections, describeOutages]
      : promises)
      describePromises(() => {
        if (!opened) throw new Error('The event store is not open');
        return opened;
      });
  });
}

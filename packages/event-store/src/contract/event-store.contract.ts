import { afterAll, beforeAll, describe } from 'vitest';
import { describeAppending, describeIdempotency } from './appending.contract.ts';
import { describeConnections, describeManyWriters } from './concurrency.contract.ts';
import { describeForeignEvents } from './foreign.contract.ts';
import type { OpenedLog } from './log.ts';
import { describeOutages } from './outages.contract.ts';
import { describeContent, describeReading } from './reading.contract.ts';
import { describeRefusals } from './refusals.contract.ts';
import { describeSubscribing } from './subscribing.contract.ts';

// Subscriptions read the log from its beginning, so the tests that make the log long come last.
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
 * Contract tests of the port, run against every adapter. `open` is called once. The log may contain other events and
 * share its engine: each test uses its own streams and event types. An in-memory log has no connections to lose.
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

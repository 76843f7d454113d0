import { withTimeout } from '@journal/service-kit/async';
import { until } from '@journal/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { EventStore } from '../event-store.port.ts';
import { defaultRetryTimeout, minAttemptTimeout } from '../retry-append.ts';
import { collect, type Log, readAll, sampleEvent, uniqueName } from './log.ts';

/** Milliseconds. */
const retryTimeout = 400;
/** Milliseconds of margin for a machine that is busy with other specs. */
const slack = 2_000;
const writers = 32;

export function describeOutages(log: Log): void {
  describe('an outage', () => {
    it('lets an append fail within 8 s by default', () => {
      expect(defaultRetryTimeout + minAttemptTimeout).toBeLessThan(8_000);
    });

    it.each(['shut', 'hold'] as const)(
      'fails appends, including queued ones, within the retry timeout: %s',
      async (outage) => {
        const { store, gate, close } = await log().behindGate(retryTimeout);
        onTestFinished(close);
        const shared = uniqueName('shared');
        await store.append(shared, [sampleEvent('Opened')], 'none');
        const appends = Array.from({ length: writers }, () => timed(store, shared));
        gate[outage]();
        // Some appends start later and queue behind those that are failing.
        await new Promise((resolve) => setTimeout(resolve, retryTimeout / 2));
        appends.push(...Array.from({ length: writers }, () => timed(store, shared)));
        // An expected revision keeps these from sharing a commit.
        appends.push(...Array.from({ length: 5 }, () => timed(store, shared, 0)));
        const outcomes = await Promise.all(appends);
        for (const { outcome } of outcomes) expect(known).toContain(outcome);
        expect(outcomes.at(-1)?.outcome).not.toBe('written');
        const longest = Math.max(...outcomes.map(({ took }) => took));
        expect(longest).toBeLessThan(retryTimeout + minAttemptTimeout + slack);
        gate.open();
        await until(() => store.append(shared, [sampleEvent('Edited')], 'any'));
        const found = new Set((await readAll(store.read(shared))).map(({ id }) => id));
        const has = (name: string, isThere: boolean) =>
          outcomes.filter(({ outcome, id }) => outcome === name && found.has(id) !== isThere);
        expect([has('written', true), has('StoreUnavailable', false)]).toEqual([[], []]);
      },
    );

    it('ends within 10 s if connections go silent: the check succeeds and subscriptions continue', async () => {
      const { store, gate, close } = await log().behindGate(defaultRetryTimeout);
      onTestFinished(close);
      const stream = uniqueName('followed');
      const isCaughtUp = Promise.withResolvers<void>();
      const followed = collect(store, {}, ({ events, batches }) => {
        if (batches.at(-1)?.caughtUp) isCaughtUp.resolve();
        return events.some((event) => event.stream === stream);
      });
      await isCaughtUp.promise;
      const askOnAll = () => Promise.allSettled(Array.from({ length: 10 }, () => store.check()));
      await askOnAll();

      gate.silence();
      const since = performance.now();
      await log().store.append(stream, [sampleEvent('Opened')], 'none');
      const asking = askOnAll();
      await followed;
      // Same as the health check, which times out after 2 s.
      await until(() => withTimeout(2_000, store.check()));
      expect(performance.now() - since).toBeLessThan(10_000);
      await store.append(stream, [sampleEvent('Edited')], 0);
      await asking;
    });
  });
}

const known = ['written', 'StoreUnavailable', 'AppendUnknown'];

/** Appends an event; resolves with the outcome and the time it took, in milliseconds. */
async function timed(store: EventStore, stream: string, expected: 'any' | number = 'any') {
  const event = sampleEvent('Edited');
  const from = performance.now();
  const outcome = await store.append(stream, [event], expected).then(
    () => 'written',
    (error: Error) => error.name,
  );
  return { id: event.id, outcome, took: performance.now() - from };
}

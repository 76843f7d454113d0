import { Readable } from 'node:stream';
import { UnavailableError } from '@eventstore/db-client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { encodeAppend } from '../check-requests.ts';
import { sampleEvent } from '../contract/log.ts';
import type { ExpectedRevision, SubscriptionBatch } from '../event-store.port.ts';
import { createAppends } from './appends.ts';
import type { SharedClient } from './client.ts';
import { checkReadable, readStream } from './reading.ts';
import { subscription } from './subscription.ts';

const dropped = () => new UnavailableError(undefined, '14 UNAVAILABLE: Connection dropped');
const undiscovered = () => new Error('Failed to discover after 10 attempts.');
const at = (commit: number) => ({ commit: BigInt(commit), prepare: BigInt(commit) });
const stored = (position: number) => ({
  event: { ...sampleEvent('A'), streamId: 's', revision: 0n, position: at(position) },
});

/** A client whose reads and appends fail with the given errors, one after the other, and then succeed. */
function setUp(reads: (Error | undefined)[], appends: Error[] = [], retryTimeout = 2_000) {
  const calls = { read: 0, append: 0, renew: 0 };
  const subscriptions: Readable[] = [];
  function respond() {
    calls.read++;
    const failure = reads.shift();
    const response = Readable.from(failure ? [] : [stored(1)]);
    if (failure) response.destroy(failure);
    return Object.assign(response, { cancel: async () => {} });
  }
  const client = {
    current: {
      readStream: respond,
      async appendToStream() {
        calls.append++;
        const failure = appends.shift();
        if (failure) throw failure;
        return { success: true, nextExpectedRevision: 1n, position: at(2) };
      },
      readAll({ maxCount }: { maxCount: number }) {
        expect(maxCount).toBe(1);
        return respond();
      },
      subscribeToAll() {
        const live = Object.assign(new Readable({ objectMode: true, read() {} }), {
          unsubscribe: async () => {},
        });
        subscriptions.push(live);
        return live;
      },
    },
    renew: () => calls.renew++,
    close: async () => {},
  } as unknown as SharedClient;
  const events = [sampleEvent('B')];
  return {
    client,
    calls,
    subscriptions,
    append: (expected: ExpectedRevision) =>
      createAppends(client, retryTimeout).append(encodeAppend('s', events, expected), events),
  };
}

it('an append at a revision retries reading its stream after dropped connections, and is then sent', async () => {
  const { append, calls } = setUp([dropped(), dropped()]);
  expect(await append(0)).toMatchObject({ revision: 1, repeated: false });
  expect(calls).toEqual({ read: 3, append: 1, renew: 0 });
});

it('an append whose stream stays unreadable rejects as not sent, or as unknown after an earlier attempt', async () => {
  const unreadable = Array.from({ length: 50 }, dropped);
  const unsent = setUp([...unreadable], [], 50);
  await expect(unsent.append(0)).rejects.toMatchObject({ name: 'StoreUnavailable' });
  expect(unsent.calls.append).toBe(0);
  const sent = setUp([undefined, ...unreadable], [dropped()], 50);
  await expect(sent.append(0)).rejects.toMatchObject({ name: 'AppendUnknown' });
  expect(sent.calls.append).toBe(1);
});

it.each(['none', 0] as const)(
  'an append that expects %j replaces a client that discovered no server',
  async (expected) => {
    const { append, calls } = setUp([undiscovered()], [undiscovered()]);
    expect(await append(expected)).toMatchObject({ revision: 1 });
    expect(calls.renew).toBe(expected === 0 ? 2 : 1);
  },
);

it('a check reads one event, and replaces a client that discovered no server', async () => {
  const { client, calls } = setUp([undiscovered()]);
  await expect(checkReadable(client)).rejects.toMatchObject({ name: 'StoreUnavailable' });
  await checkReadable(client);
  expect(calls).toEqual({ read: 2, append: 0, renew: 1 });
});

it('a read fails and is cancelled after 5 s without a response, but a slow consumer may take longer', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { client } = setUp([]);
  const cancel = vi.fn(async () => {});
  const response = Object.assign(new Readable({ objectMode: true, read() {} }), { cancel });
  Object.assign(client.current, { readStream: () => response });
  const reading = readStream(client, 's');
  response.push(stored(1));
  expect((await reading.next()).value).toMatchObject({ streamId: 's' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(cancel).not.toHaveBeenCalled();
  const next = expect(reading.next()).rejects.toMatchObject({ name: 'StoreUnavailable' });
  await vi.advanceTimersByTimeAsync(5_000);
  await next;
  expect(cancel).toHaveBeenCalledOnce();
});

it('a subscription at the end of the log delivers events that arrive in quick succession as one batch', async () => {
  const { client, subscriptions } = setUp([]);
  const stopping = new AbortController();
  const options = { types: undefined, batchSize: 10, signal: stopping.signal, onDropped() {} };
  const following = subscription(client, `${'0'.repeat(20)}/${'0'.repeat(20)}`, options as never);
  const first = following.next();
  const [live] = subscriptions;
  live?.emit('caughtUp');
  expect((await first).value?.caughtUp).toBe(true);
  const next = following.next();
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  onTestFinished(() => void vi.restoreAllMocks());
  for (const position of [3, 4, 5]) {
    live?.push(stored(position));
    // Long enough for the event to be consumed, but before any timer fires.
    for (let tick = 0; tick < 20; tick += 1) await new Promise<void>((done) => process.nextTick(done));
  }
  expect((await next).value?.events).toHaveLength(3);
  stopping.abort();
});

it('a subscription replaces a client that discovered no server, and reports falling behind and catching up', async () => {
  const { client, calls, subscriptions } = setUp([]);
  const stopping = new AbortController();
  const batches: SubscriptionBatch[] = [];
  const options = { types: undefined, batchSize: 10, signal: stopping.signal, onDropped() {} };
  const following = subscription(client, `${'0'.repeat(20)}/${'0'.repeat(20)}`, options as never);
  const next = async () => {
    const { value } = await following.next();
    if (value) batches.push(value);
    return value ? [value.events.length, value.caughtUp] : undefined;
  };
  const first = next();
  subscriptions[0]?.destroy(undiscovered());
  await expect.poll(() => subscriptions.length).toBe(2);
  expect(calls.renew).toBe(1);
  const live = subscriptions[1];
  live?.emit('caughtUp');
  expect(await first).toEqual([0, true]);
  live?.emit('fellBehind');
  live?.push(stored(3));
  expect(await next()).toEqual([1, false]);
  live?.emit('caughtUp');
  expect(await next()).toEqual([0, true]);
  stopping.abort();
  expect(await next()).toBeUndefined();
});

it('a read without a response fails after 5 s, even if cancelling it fails', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const cancel = () => Promise.reject(undiscovered());
  const silent = Object.assign(new Readable({ objectMode: true, read() {} }), { cancel });
  const client = { current: { readStream: () => silent }, renew: () => {} } as unknown as SharedClient;
  const given = expect(readStream(client, 's').next()).rejects.toMatchObject({ name: 'StoreUnavailable' });
  await vi.advanceTimersByTimeAsync(5_000);
  await given;
});

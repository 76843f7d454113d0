import { ErrorType, EventStoreDBClient, UnavailableError } from '@eventstore/db-client';
import { openGate } from '@journal/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { describeEventStoreContract } from '../contract/event-store.contract.ts';
import {
  collect,
  type ForeignEvent,
  openBehindGate,
  readAll,
  sampleEvent,
  sampleEvents,
} from '../contract/log.ts';
import { openEventStore } from '../open-event-store.ts';
import { shareClient } from './client.ts';
import { appendFaultOf, needsNewClient } from './faults.ts';
import { createKurrentDbEventStore } from './kurrentdb-event-store.ts';
import { beforeAll as beforeAllEvents, fromPosition, toPosition } from './reading.ts';
import { startStandIn } from './stand-in/start-stand-in.ts';
import { writeForeign } from './stand-in/write-foreign.ts';

async function open(retryTimeout?: number) {
  const standIn = await startStandIn();
  const gate = await openGate(standIn.port);
  const url = `kurrentdb://127.0.0.1:${gate.port}?tls=false`;
  const store = await createKurrentDbEventStore({ url, ...(retryTimeout && { retryTimeout }) });
  return {
    ...standIn,
    gate,
    store,
    another: () => createKurrentDbEventStore({ url }),
    async dropConnections() {
      gate.shut();
      gate.open();
    },
    writeForeign: (stream: string, events: readonly ForeignEvent[]) => writeForeign(url, stream, events),
    behindGate: (milliseconds: number) =>
      openBehindGate(standIn.port, (port) =>
        createKurrentDbEventStore({
          url: `kurrentdb://127.0.0.1:${port}?tls=false`,
          retryTimeout: milliseconds,
        }),
      ),
    async close() {
      await store.close();
      await gate.close();
      standIn.stop();
    },
  };
}

describeEventStoreContract('KurrentDB adapter and client, against a stand-in for the server', () => open());

describe('the KurrentDB adapter', () => {
  const openOnce = async (retryTimeout?: number) => {
    const opened = await open(retryTimeout);
    onTestFinished(opened.close);
    return opened;
  };

  it('ignores system events for the head of the log', async () => {
    const { store, log } = await openOnce();
    expect(await store.head()).toBeUndefined();
    let position = '';
    while (log.events.at(-1)?.type !== '$statsCollected')
      ({ position } = await store.append('stream', [sampleEvent('Opened')], 'any'));
    expect(await store.head()).toBe(position);
    const { batches } = await collect(store, { after: position }, () => true);
    expect(batches).toEqual([{ events: [], position, caughtUp: true }]);
  });

  it('retries an append of unknown outcome with the same ids, in call order', async () => {
    const { store, faults } = await openOnce();
    faults.lostAnswers = 2;
    const [first, ...events] = sampleEvents(4, 'Opened');
    if (!first) expect.fail();
    expect(await store.append('stream', [first], 'none')).toMatchObject({ revision: 0, repeated: true });
    expect(faults.received).toBe(3);
    faults.lostAnswers = 1;
    const appends = events.map((event, index) => store.append('stream', [event], index === 2 ? 2 : 'any'));
    expect(await Promise.all(appends)).toMatchObject([{ revision: 1 }, { revision: 2 }, { revision: 3 }]);
    expect((await readAll(store.read('stream'))).map(({ id }) => id)).toEqual(
      [first, ...events].map(({ id }) => id),
    );
  });

  it('distinguishes an append whose outcome stays unknown from one that was never sent', async () => {
    const { store, faults, gate } = await openOnce(100);
    const event = sampleEvent('Opened');
    faults.lostAnswers = Number.POSITIVE_INFINITY;
    await expect(store.append('a', [event], 'none')).rejects.toMatchObject({ name: 'AppendUnknown' });
    faults.lostAnswers = 0;
    expect(await store.append('a', [event], 'none')).toMatchObject({ revision: 0, repeated: true });
    gate.shut();
    await expect(store.check()).rejects.toMatchObject({ name: 'StoreUnavailable' });
    const unsent = store.append('b', [sampleEvent('Opened')], 'none');
    await expect(unsent).rejects.toMatchObject({ name: 'StoreUnavailable' });
    gate.open();
  });

  it('recognises a repeated append below a newer revision without sending it again', async () => {
    const { store, faults } = await openOnce();
    const events = sampleEvents(2, 'Opened');
    const first = await store.append('stream', events, 'none');
    await store.append('stream', [sampleEvent('Edited')], 1);
    const { received } = faults;
    expect(await store.append('stream', events, 2)).toEqual({ ...first, repeated: true });
    expect(faults.received).toBe(received);
  });

  it('does not reread the stream for each append at an expected revision', async () => {
    const { store, log } = await openOnce();
    const events = sampleEvents(50, 'Opened');
    for (const [index, event] of events.entries())
      await store.append('stream', [event], index === 0 ? 'none' : index - 1);
    expect(log.given).toBeLessThan(events.length);
    expect(await store.append('stream', events.slice(7, 9), 49)).toMatchObject({
      revision: 8,
      repeated: true,
    });
    const unordered = [events[9], events[7]].flatMap((event) => event ?? []);
    await expect(store.append('stream', unordered, 49)).rejects.toMatchObject({ name: 'RevisionConflict' });
    expect(await readAll(store.read('stream'))).toHaveLength(events.length);
  });

  it('reports an unparsable URL without its password', () => {
    let failure: unknown;
    try {
      shareClient('kurrentdb://admin:secret words@localhost:port');
    } catch (error) {
      failure = error;
    }
    expect(String(failure)).toContain('percent-encoded');
    expect((failure as Error).cause).toBeUndefined();
    expect(JSON.stringify([String(failure), failure])).not.toContain('secret');
  });

  it.for(['kurrentdb', 'kurrentdb+discover', 'esdb', 'esdb+discover'])(
    'opens %s:// even if the server is unreachable, and reports that when checked',
    async (scheme) => {
      const options = '?tls=false&maxDiscoverAttempts=1&discoveryInterval=1';
      const store = await openEventStore(`${scheme}://a:p%40ss@127.0.0.1:1/${options}`);
      await expect(store.check()).rejects.toMatchObject({ name: 'StoreUnavailable' });
      await store.close();
    },
  );

  it.for(['mysql://localhost', 'localhost:5432', 'kurrentdb:localhost', 'http://kurrentdb://x', ''])(
    'rejects %j as the URL of an event store',
    async (url) => {
      await expect(openEventStore(url)).rejects.toThrow('postgres://');
    },
  );

  it('shares one client per URL until its last user has closed it', async () => {
    const url = 'kurrentdb://127.0.0.1:1?tls=false';
    const [one, two, other] = [url, url, `${url}&nodePreference=leader`].map(shareClient);
    expect(two?.current).toBe(one?.current);
    expect(other?.current).not.toBe(one?.current);
    if (two) two.renew(two.current);
    expect(two?.current).toBe(one?.current);
    await one?.close();
    await one?.close();
    const again = shareClient(url);
    expect(again.current).toBe(two?.current);
    for (const client of [two, other, again]) await client?.close();
  });

  it('replaces its client once, even if many callers fail with it', async () => {
    const created = vi.spyOn(EventStoreDBClient, 'connectionString');
    onTestFinished(() => created.mockRestore());
    const options = '?tls=false&maxDiscoverAttempts=1&discoveryInterval=1';
    const store = await createKurrentDbEventStore({
      url: `kurrentdb+discover://127.0.0.1:1/${options}`,
      retryTimeout: 0,
    });
    const callers = Array.from({ length: 5 }, (_, index) => [
      store.head(),
      readAll(store.read('stream')),
      store.append(`stream ${index}`, [sampleEvent('Opened')], 'none'),
    ]);
    const outcomes = await Promise.allSettled(callers.flat());
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([]);
    expect(created).toHaveBeenCalledTimes(2);
    await store.close();
  });

  it('encodes positions as strings that sort by commit, then by prepare position', () => {
    const most = 2n ** 64n - 1n;
    const pairs = [
      [0n, 0n],
      [0n, 9n],
      [9n, 10n],
      [10n, 2n],
      [10n, 10n],
      [2n ** 53n + 1n, 0n],
      [most, most],
    ];
    const positions = pairs.map(([commit = 0n, prepare = 0n]) => ({ commit, prepare }));
    const texts = positions.map(toPosition);
    expect(texts).toEqual([...texts].sort());
    expect(texts[0]).toBe(beforeAllEvents);
    expect(texts.map(fromPosition)).toEqual(positions);
    for (const text of ['', '1/2', '0'.repeat(20), `${'0'.repeat(20)}/${'0'.repeat(19)}`])
      expect(() => fromPosition(text)).toThrow('not a position');
  });

  it('classifies the error of a failed append as unknown, retry, invalid or refused', () => {
    const commandError = (type: ErrorType) => Object.assign(new UnavailableError(), { type });
    const saying = (message: string) => new UnavailableError(undefined, `14 UNAVAILABLE: ${message}`);
    const faults = {
      unknown: [
        saying('Connection dropped'),
        ...[ErrorType.CANCELLED, ErrorType.DEADLINE_EXCEEDED, ErrorType.TIMEOUT, ErrorType.UNKNOWN].map(
          commandError,
        ),
        new TypeError('x is not iterable'),
      ],
      retry: [
        saying('No connection established. Last error: …'),
        saying('Name resolution failed for target dns:x'),
        new Error('Failed to discover after 10 attempts.'),
      ],
      invalid: [
        ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED,
        ErrorType.INVALID_ARGUMENT,
        ErrorType.STREAM_DELETED,
      ].map(commandError),
      refused: [commandError(ErrorType.ACCESS_DENIED), commandError(ErrorType.UNSUPPORTED)],
    };
    for (const [fault, errors] of Object.entries(faults))
      for (const error of errors) expect(appendFaultOf(error), String(error)).toBe(fault);
    expect(faults.retry.map(needsNewClient)).toEqual([false, false, true]);
  });
});

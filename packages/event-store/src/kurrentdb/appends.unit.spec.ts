import { Readable } from 'node:stream';
import { StreamNotFoundError, UnavailableError, WrongExpectedVersionError } from '@eventstore/db-client';
import { describe, expect, it } from 'vitest';
import { encodeAppend } from '../check-requests.ts';
import { sampleEvent } from '../contract/log.ts';
import type { ExpectedRevision, NewEvent } from '../event-store.port.ts';
import { createAppends } from './appends.ts';
import type { Connection, Response, StoredEvent, Written } from './connection.ts';
import { createKnownIds } from './known-ids.ts';
import { toPosition } from './recorded-event.ts';

const stream = 'stream';
const dropped = () => new UnavailableError(undefined, '14 UNAVAILABLE: Connection dropped');
const conflict = () =>
  new WrongExpectedVersionError(undefined as never, { streamName: stream, current: 0n, expected: 'any' });

type Answers = (() => Written)[];

/** A connection whose appends answer one after the other as they are told to, over a stream that holds `stored`. */
function setUp(answers: Answers, stored: StoredEvent[] = [], { retryTimeout = 2_000 } = {}) {
  const sent: { ids: string[]; expected: unknown }[] = [];
  let renewals = 0;
  const connection: Connection = {
    async append(_stream, events, expected) {
      sent.push({ ids: events.map(({ id }) => id), expected });
      const answer = answers.shift();
      if (!answer) throw dropped();
      return answer();
    },
    readStream(_stream, from, limit) {
      const events = stored.slice(Number(from), Number(from) + limit);
      const items = Readable.from(events.map((event) => ({ event })));
      if (stored.length === 0) items.destroy(new StreamNotFoundError(undefined, stream));
      return Object.assign(items, { cancel: async () => {} }) as unknown as Response;
    },
    readAllBackwards: () => {
      throw new Error('not asked for');
    },
    subscribe: () => {
      throw new Error('not asked for');
    },
    renew() {
      renewals += 1;
    },
    close: async () => {},
  };
  const appends = createAppends({ connection, known: createKnownIds(), retryTimeout, deadline: 1_000 });
  const append = (events: NewEvent[], expected: ExpectedRevision) =>
    appends.append(encodeAppend(stream, events, expected), events);
  return { append, sent, renewals: () => renewals };
}

const at = (commit: bigint) => ({ commit, prepare: commit });
const written =
  (revision: bigint, commit = revision) =>
  (): Written => ({
    success: true,
    nextExpectedRevision: revision,
    position: at(commit),
  });
const failing = (error: Error) => () => {
  throw error;
};
const storedAs = ({ id, type, data, metadata }: NewEvent, revision: bigint): StoredEvent => ({
  streamId: stream,
  id,
  type,
  data,
  metadata,
  revision,
  position: at(revision * 100n),
});

describe('writing an append to KurrentDB', () => {
  it('translates the expected revision', async () => {
    const { append, sent } = setUp([written(0n), written(1n), written(2n)], [storedAs(sampleEvent('A'), 0n)]);
    await append([sampleEvent('A')], 'none');
    await append([sampleEvent('A')], 0);
    expect(await append([sampleEvent('A')], 'any')).toEqual({
      revision: 2,
      position: toPosition(at(2n)),
      repeated: false,
    });
    expect(sent.map(({ expected }) => expected)).toEqual(['no_stream', 0n, 'any']);
  });

  it('retries with the same ids and expected revision if the outcome is unknown', async () => {
    const { append, sent } = setUp([failing(dropped()), failing(dropped()), written(0n)]);
    const event = sampleEvent('A');
    expect(await append([event], 'none')).toMatchObject({ revision: 0 });
    expect(sent).toEqual([1, 2, 3].map(() => ({ ids: [event.id], expected: 'no_stream' })));
  });

  it('rejects with AppendUnknown if the outcome stays unknown', async () => {
    const { append } = setUp([], [], { retryTimeout: 100 });
    await expect(append([sampleEvent('A')], 'none')).rejects.toMatchObject({ name: 'AppendUnknown' });
  });

  it('rejects with StoreUnavailable if nothing could be sent, and restarts discovery', async () => {
    const away = () => failing(new Error('Failed to discover after 10 attempts.'));
    const { append, renewals } = setUp([away(), away(), away(), away(), away()], [], { retryTimeout: 60 });
    await expect(append([sampleEvent('A')], 'none')).rejects.toMatchObject({ name: 'StoreUnavailable' });
    expect(renewals()).toBeGreaterThan(0);
  });

  it('returns the first result if the conflict is with its own append', async () => {
    const events = [sampleEvent('A'), sampleEvent('B')];
    const [first, second] = events as [NewEvent, NewEvent];
    const stored = [storedAs(sampleEvent('0'), 0n), storedAs(first, 1n), storedAs(second, 2n)];
    const { append } = setUp([failing(dropped()), failing(conflict())], stored);
    expect(await append(events, 'any')).toEqual({
      revision: 2,
      position: toPosition(at(200n)),
      repeated: true,
    });
  });

  it('is a conflict if the stream holds other events, or only some of its own', async () => {
    const event = sampleEvent('A');
    const alone = setUp([failing(conflict())], [storedAs(sampleEvent('0'), 0n)]);
    await expect(alone.append([event], 'none')).rejects.toMatchObject({
      name: 'RevisionConflict',
      expected: 'none',
    });
    const partly = setUp([failing(conflict())], [storedAs(event, 0n)]);
    const both = [event, sampleEvent('B')];
    await expect(partly.append(both, 'none')).rejects.toMatchObject({ name: 'RevisionConflict' });
  });

  it('treats an unsuccessful result as a conflict', async () => {
    const { append } = setUp(
      [() => ({ success: false, nextExpectedRevision: 0n })],
      [storedAs(sampleEvent('0'), 0n)],
    );
    await expect(append([sampleEvent('A')], 'none')).rejects.toMatchObject({ name: 'RevisionConflict' });
  });

  it('finds its events below a newer revision, which the server would not', async () => {
    const event = sampleEvent('A');
    const { append, sent } = setUp([], [storedAs(event, 0n), storedAs(sampleEvent('B'), 1n)]);
    expect(await append([event], 1)).toEqual({
      revision: 0,
      position: toPosition(at(0n)),
      repeated: true,
    });
    expect(sent).toEqual([]);
  });

  it('keeps the order of a stream across retries', async () => {
    const { append, sent } = setUp([failing(dropped()), written(0n), written(1n), written(2n)]);
    const events = ['A', 'B', 'C'].map((type) => sampleEvent(type));
    const results = await Promise.all(events.map((event) => append([event], 'any')));
    expect(results.map(({ revision }) => revision)).toEqual([0, 1, 2]);
    expect(sent.map(({ ids }) => ids[0])).toEqual([0, 0, 1, 2].map((index) => events[index]?.id));
  });

  it('looks up the position of a repeated append', async () => {
    const event = sampleEvent('A');
    const { append } = setUp([() => ({ success: true, nextExpectedRevision: 0n })], [storedAs(event, 0n)]);
    expect(await append([event], 'none')).toEqual({
      revision: 0,
      position: toPosition(at(0n)),
      repeated: true,
    });
  });
});

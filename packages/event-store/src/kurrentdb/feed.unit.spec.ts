import { Transform } from 'node:stream';
import { expect, it } from 'vitest';
import { sampleEvent } from '../contract/log.ts';
import type { Connection, LiveResponse, StoredEvent, SubscribeCall } from './connection.ts';
import { createFeed } from './feed.ts';

const at = (commit: number) => ({ commit: BigInt(commit), prepare: BigInt(commit) });

type Message = { event?: StoredEvent; checkpoint?: number; said?: string };

/** A subscription that brings what it is told to, in the way of the client: notices pass events that are still held. */
function setUp({ size = 100, after }: { size?: number; after?: number } = {}) {
  let call: SubscribeCall | undefined;
  let unsubscribed = 0;
  const live = new Transform({
    objectMode: true,
    readableHighWaterMark: size,
    transform(message: Message, _encoding, done) {
      if (message.said) this.emit(message.said);
      if (message.checkpoint !== undefined) call?.onCheckpoint(at(message.checkpoint));
      if (message.event) done(null, { event: message.event });
      else done();
    },
  });
  const connection = {
    subscribe(given: SubscribeCall) {
      call = given;
      return Object.assign(live, {
        async unsubscribe() {
          unsubscribed += 1;
        },
      }) as unknown as LiveResponse;
    },
  } as Connection;
  const feed = createFeed(connection, after === undefined ? undefined : at(after), size);
  const bring = (...positions: number[]) => {
    for (const position of positions) {
      const { id, type, data, metadata } = sampleEvent('A');
      const event: StoredEvent = {
        streamId: 's',
        revision: 0n,
        id,
        type,
        data,
        metadata,
        position: at(position),
      };
      live.write({ event });
    }
  };
  const checkpoint = (position: number) => live.write({ checkpoint: position });
  const say = (said: string) => live.write({ said });
  const next = async () => {
    const { events, position, isLive } = await feed.next();
    return {
      events: events.map((event) => Number(event.position?.commit)),
      position: Number(position?.commit),
      isLive,
    };
  };
  return { feed, live, bring, say, next, checkpoint, unsubscribed: () => unsubscribed };
}

it('is caught up only after the events that came before the notice', async () => {
  const { bring, say, next } = setUp({ size: 2 });
  bring(1, 2, 3);
  say('caughtUp');
  expect(await next()).toEqual({ events: [1, 2], position: 2, isLive: false });
  expect(await next()).toEqual({ events: [3], position: 3, isLive: true });
});

it('holds a checkpoint back until the events before it have been taken', async () => {
  const { bring, checkpoint, next } = setUp({ size: 2 });
  bring(1, 2, 3);
  checkpoint(9);
  expect(await next()).toMatchObject({ events: [1, 2], position: 2 });
  expect(await next()).toMatchObject({ events: [3], position: 9 });
});

it('returns a checkpoint without events, and ignores one already passed', async () => {
  const { bring, checkpoint, next } = setUp({ after: 5 });
  checkpoint(4);
  checkpoint(7);
  expect(await next()).toMatchObject({ events: [], position: 7 });
  bring(8);
  expect(await next()).toMatchObject({ events: [8], position: 8 });
});

it('reports once that it is live, and then returns events at once', async () => {
  const { bring, say, next } = setUp();
  say('caughtUp');
  expect(await next()).toMatchObject({ events: [], isLive: true });
  const coming = next();
  say('caughtUp');
  bring(1);
  expect(await coming).toEqual({ events: [1], position: 1, isLive: true });
  say('fellBehind');
  expect(await next()).toMatchObject({ events: [], isLive: false });
});

it('returns everything that arrived before it rejects', async () => {
  const { bring, live, next } = setUp();
  bring(1, 2);
  live.emit('error', new Error('14 UNAVAILABLE'));
  expect(await next()).toMatchObject({ events: [1, 2] });
  await expect(next()).rejects.toThrow('UNAVAILABLE');
});

it('treats the end of the subscription as a loss', async () => {
  const { live, next } = setUp();
  const coming = next();
  live.end();
  await expect(coming).rejects.toThrow('ended');
});

it('cancels its call when closed', () => {
  const { feed, unsubscribed } = setUp();
  feed.close();
  expect(unsubscribed()).toBe(1);
});

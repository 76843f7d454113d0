import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMemoryEventStore } from '@journal/event-store/memory';
import { createEventCodec, createMemoryVault, journalEvents, PoisonEvent } from '@journal/events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createArticleLog } from '../testing/article-log.ts';
import { createBoxOpener } from './box-opener.ts';
import { createReplayTurns } from './replay-turns.ts';

describe('the thread that opens sealed data', () => {
  const opener = createBoxOpener();
  afterEach(() => opener.close());

  async function sealedArticles() {
    const store = createMemoryEventStore();
    const vault = createMemoryVault();
    const log = createArticleLog(store, vault);
    for (let id = 1; id <= 80; id++) await log.publish(id);
    const openBoxes = vi.fn(opener.openBoxes);
    const threaded = createEventCodec({ vault, events: journalEvents, openBoxes });
    return { events: store.log, vault, openBoxes, threaded, inline: log.codec };
  }

  it('opens a large batch as the codec does itself, erased subjects included, and starts again once it has ended', async () => {
    const { events, vault, openBoxes, threaded, inline } = await sealedArticles();
    await vault.forget('contributor:writer-7');
    expect(await threaded.open(events)).toEqual(await inline.open(events));
    await opener.close();
    expect(await threaded.open(events)).toEqual(await inline.open(events));
    expect(openBoxes).toHaveBeenCalledTimes(2);
    expect(await threaded.open(events.slice(0, 3))).toEqual(await inline.open(events.slice(0, 3)));
    expect(openBoxes).toHaveBeenCalledTimes(2);
  });

  it('names the first event that does not open', async () => {
    const { events, threaded } = await sealedArticles();
    const moved = events.map((event, index) => (index < 40 ? event : { ...event, id: randomUUID() }));
    const opening = threaded.open(moved);
    await expect(opening).rejects.toThrow(PoisonEvent);
    await expect(opening).rejects.toMatchObject({ position: events[40]?.position });
  });
});

describe('turns to replay', () => {
  it('are taken one after another, in the order in which they were asked for', async () => {
    const turns = createReplayTurns();
    const { signal } = new AbortController();
    const order: string[] = [];
    const first = await turns.take(signal);
    const others = ['second', 'third'].map(async (name) => {
      const turn = await turns.take(signal);
      order.push(name);
      return turn;
    });
    await sleep(5);
    expect(order).toEqual([]);
    first.end();
    (await others[0])?.end();
    await others[1];
    expect(order).toEqual(['second', 'third']);
  });

  it('are left at once by whoever is to stop, and nobody waits for them', async () => {
    const turns = createReplayTurns();
    const stop = new AbortController();
    const first = await turns.take(new AbortController().signal);
    const waiting = turns.take(stop.signal);
    const third = turns.take(new AbortController().signal);
    stop.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
    first.end();
    await expect(third).resolves.toMatchObject({ isOver: false });
  });
});

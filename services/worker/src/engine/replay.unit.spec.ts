import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMemoryEventStore } from '@journal/event-store/memory';
import { createEventCodec, createMemoryVault, journalEvents, PoisonEvent } from '@journal/events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createJournalLog } from '../testing/journal-log.ts';
import { createBoxOpener } from './box-opener.ts';
import { createReplayTurns } from './replay-turns.ts';

describe('the thread that opens sealed data', () => {
  const opener = createBoxOpener();
  afterEach(() => opener.close());

  async function sealedArticles() {
    const store = createMemoryEventStore();
    const vault = createMemoryVault();
    const log = createJournalLog(store, vault);
    for (let id = 1; id <= 80; id++) await log.articles.publish(id);
    const openBoxes = vi.fn(opener.openBoxes);
    const threaded = createEventCodec({ vault, events: journalEvents, openBoxes });
    return { events: store.log, vault, openBoxes, threaded, inline: log.codec };
  }

  it('opens large batches like the codec, erased subjects included, and restarts after it was closed', async () => {
    const { events, vault, openBoxes, threaded, inline } = await sealedArticles();
    await vault.forget('contributor:writer-7');
    expect(await threaded.open(events)).toEqual(await inline.open(events));
    await opener.close();
    expect(await threaded.open(events)).toEqual(await inline.open(events));
    expect(openBoxes).toHaveBeenCalledTimes(2);
    expect(await threaded.open(events.slice(0, 3))).toEqual(await inline.open(events.slice(0, 3)));
    expect(openBoxes).toHaveBeenCalledTimes(2);
  });

  it('reports the position of the first event that can’t be opened', async () => {
    const { events, threaded } = await sealedArticles();
    const moved = events.map((event, index) => (index < 40 ? event : { ...event, id: randomUUID() }));
    const opening = threaded.open(moved);
    await expect(opening).rejects.toThrow(PoisonEvent);
    await expect(opening).rejects.toMatchObject({ position: events[40]?.position });
  });
});

describe('replay turns', () => {
  const { signal } = new AbortController();

  it('are granted one at a time, to the lowest rank that waits', async () => {
    const turnOf = createReplayTurns();
    const order: number[] = [];
    const begin = async (rank: number) => {
      const turn = await turnOf(rank)(signal);
      order.push(rank);
      return turn;
    };
    const third = await begin(3);
    expect(third.shouldYield).toBe(false);
    const fourth = begin(4);
    expect(third.shouldYield).toBe(false);
    const [second, first] = [begin(2), begin(1)];
    expect(third.shouldYield).toBe(true);
    await sleep(5);
    expect(order).toEqual([3]);
    third.end();
    third.end();
    for (const next of [first, second, fourth]) (await next).end();
    expect(order).toEqual([3, 1, 2, 4]);
  });

  it('are given up immediately when the wait is aborted, and do not block the next rank', async () => {
    const turnOf = createReplayTurns();
    const stop = new AbortController();
    const first = await turnOf(1)(signal);
    const waiting = turnOf(2)(stop.signal);
    const third = turnOf(3)(signal);
    stop.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
    first.end();
    await expect(third).resolves.toMatchObject({ shouldYield: false });
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection, LogPosition, StoredEvent } from './connection.ts';

export type Portion = {
  readonly events: readonly StoredEvent[];
  /** All events up to here have been returned; undefined while that is unknown. */
  readonly position: LogPosition | undefined;
  /** Whether the server had nothing more. */
  readonly isLive: boolean;
};

export type Feed = {
  /**
   * Resolves with the next events, or with a change of state without events. Once the subscription is lost, rejects
   * after everything that arrived has been returned.
   */
  next(): Promise<Portion>;
  close(): void;
};

/** A notice of the server, and after how many events it came. */
type Notice = { readonly after: number; readonly checkpoint?: LogPosition; readonly isLive?: boolean };

/** Milliseconds to wait for a portion to fill while events keep arriving. */
const fillTimeout = 5;

/**
 * Opens a subscription that is read in portions of at most `size` events. The client emits checkpoints and "caught up"
 * as soon as they arrive, while earlier events may still be buffered here: each waits until those have been taken.
 */
export function createFeed(connection: Connection, after: LogPosition | undefined, size: number): Feed {
  const notices: Notice[] = [];
  let taken = 0;
  let position = after;
  let isLive = false;
  let failure: Error | undefined;
  let wake = () => {};

  const live = connection.subscribe({
    after,
    buffered: size,
    onCheckpoint: (checkpoint) => addNotice({ checkpoint }),
  });
  live.on('caughtUp', () => addNotice({ isLive: true }));
  live.on('fellBehind', () => addNotice({ isLive: false }));
  live.on('readable', () => wake());
  live.on('error', (error: Error) => fail(error));
  live.on('end', () => fail(new Error('KurrentDB ended the subscription')));
  live.on('close', () => fail(new Error('KurrentDB closed the subscription')));

  function addNotice(notice: Omit<Notice, 'after'>) {
    notices.push({ ...notice, after: taken + live.readableLength });
    wake();
  }

  function fail(error: Error) {
    failure ??= error;
    wake();
  }

  function take(events: StoredEvent[]) {
    while (events.length < size) {
      const item = live.read() as { event?: StoredEvent } | null;
      if (item === null) return;
      taken += 1;
      if (!item.event) continue;
      events.push(item.event);
      position = item.event.position;
    }
  }

  /** Applies the notices that came before the next event to be taken. Returns whether they changed anything. */
  function applyNotices(): boolean {
    let hasChanged = false;
    for (let first = notices[0]; first && first.after <= taken; first = notices[0]) {
      notices.shift();
      if (first.isLive !== undefined && first.isLive !== isLive) hasChanged = true;
      isLive = first.isLive ?? isLive;
      if (!first.checkpoint || !isAfter(first.checkpoint, position)) continue;
      position = first.checkpoint;
      hasChanged = true;
    }
    return hasChanged;
  }

  return {
    async next() {
      const events: StoredEvent[] = [];
      for (;;) {
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        take(events);
        const hasChanged = applyNotices();
        const isFull = events.length === size;
        if (isFull || hasChanged || (events.length > 0 && (isLive || failure))) break;
        if (failure) throw failure;
        if (events.length === 0) await woken;
        else if (!(await Promise.race([woken.then(() => true), sleep(fillTimeout, false)]))) break;
      }
      return { events, position, isLive: isLive && live.readableLength === 0 };
    },
    close() {
      live.unsubscribe().catch(() => {});
    },
  };
}

function isAfter(one: LogPosition, other: LogPosition | undefined): boolean {
  if (!other) return true;
  return one.commit > other.commit || (one.commit === other.commit && one.prepare > other.prepare);
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection, StoredEvent } from '../connection.ts';
import type { LogPosition } from '../position.ts';

export type Portion = {
  readonly events: readonly StoredEvent[];
  /** Everything up to here has now been given; undefined where that is not known yet. */
  readonly position: LogPosition | undefined;
  /** Whether the server had nothing more. */
  readonly isLive: boolean;
};

export type Feed = {
  /** The next events, or news without events. Throws when the subscription is lost, after all it brought. */
  next(): Promise<Portion>;
  close(): void;
};

/** What the server says between two events, and behind how many of them. */
type Mark = { readonly behind: number; readonly checkpoint?: LogPosition; readonly isLive?: boolean };

/** While much is coming, this long is waited for a portion to fill. Milliseconds. */
const lingering = 5;

/**
 * A subscription in portions of at most `size` events. The client tells checkpoints and "caught up" as soon as they
 * arrive, while events before them may still be held here: each is kept until those have been taken.
 */
export function createFeed(connection: Connection, after: LogPosition | undefined, size: number): Feed {
  const marks: Mark[] = [];
  let taken = 0;
  let position = after;
  let isLive = false;
  let failure: Error | undefined;
  let wake = () => {};

  const live = connection.subscribe({
    after,
    buffered: size,
    onCheckpoint: (checkpoint) => mark({ checkpoint }),
  });
  live.on('caughtUp', () => mark({ isLive: true }));
  live.on('fellBehind', () => mark({ isLive: false }));
  live.on('readable', () => wake());
  live.on('error', (error: Error) => fail(error));
  live.on('end', () => fail(new Error('KurrentDB ended the subscription')));
  live.on('close', () => fail(new Error('KurrentDB closed the subscription')));

  function mark(said: Omit<Mark, 'behind'>) {
    marks.push({ ...said, behind: taken + live.readableLength });
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

  /** Applies what was said before the next event that has not been taken; tells whether there was anything. */
  function applyMarks(): boolean {
    let isNews = false;
    for (let first = marks[0]; first && first.behind <= taken; first = marks[0]) {
      marks.shift();
      if (first.isLive !== undefined && first.isLive !== isLive) isNews = true;
      isLive = first.isLive ?? isLive;
      if (!first.checkpoint || !isAfter(first.checkpoint, position)) continue;
      position = first.checkpoint;
      isNews = true;
    }
    return isNews;
  }

  return {
    async next() {
      const events: StoredEvent[] = [];
      for (;;) {
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        take(events);
        const isNews = applyMarks();
        const isFull = events.length === size;
        if (isFull || isNews || (events.length > 0 && (isLive || failure))) break;
        if (failure) throw failure;
        if (events.length === 0) await woken;
        else if (!(await Promise.race([woken.then(() => true), sleep(lingering, false)]))) break;
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

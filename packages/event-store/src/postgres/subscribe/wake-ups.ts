import type { Position } from '../../event-store.port.ts';

/** What was known at one moment of what has been said. */
export type Heard = { readonly upTo: Position; readonly doubts: number };

/** Where subscriptions that have read everything wait for more. */
export type WakeUps = {
  /** An append up to `position` is committed. */
  say(position: Position): void;
  /** Something may have been missed. */
  doubt(): void;
  readonly heard: Heard;
  /**
   * Resolves when more than `since` is known and it lies after `position`, when something may have been missed
   * since, after `poll` milliseconds, or when aborted.
   */
  wait(position: Position, since: Heard, poll: number, signal: AbortSignal): Promise<void>;
};

export function createWakeUps(): WakeUps {
  const waiting = new Set<() => void>();
  let heard: Heard = { upTo: '', doubts: 0 };

  const hear = (next: Heard) => {
    heard = next;
    for (const look of waiting) look();
  };
  return {
    get heard() {
      return heard;
    },
    say(position) {
      if (position > heard.upTo) hear({ ...heard, upTo: position });
    },
    doubt() {
      hear({ ...heard, doubts: heard.doubts + 1 });
    },
    wait(position, since, poll, signal) {
      return new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          waiting.delete(look);
          signal.removeEventListener('abort', done);
          resolve();
        };
        const look = () => {
          const isMore = heard.upTo > position && heard.upTo !== since.upTo;
          if (isMore || heard.doubts !== since.doubts || signal.aborted) done();
        };
        const timer = setTimeout(done, poll);
        waiting.add(look);
        signal.addEventListener('abort', done);
        look();
      });
    },
  };
}

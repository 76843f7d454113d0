import { abortable } from '@journal/service-kit/async';

/** Milliseconds after which a replay lets the next one go on. */
const maxTurn = 10_000;

export type ReplayTurns = {
  /** Resolves when this projection may replay. Rejects with the signal's reason when that is aborted. */
  take(signal: AbortSignal): Promise<ReplayTurn>;
};

export type ReplayTurn = {
  readonly isOver: boolean;
  /** Lets the next one go on. May be called again. */
  end(): void;
};

/**
 * Lets the projections of a process replay the log one after another, in turns of 10 s: together they would all be
 * finished late, and the first that readers wait for no sooner than the last.
 */
export function createReplayTurns(): ReplayTurns {
  let last: Promise<void> = Promise.resolve();
  return {
    async take(signal) {
      const before = last;
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      last = before.then(() => ended);
      await abortable(before, signal).catch((reason: unknown) => {
        end();
        throw reason;
      });
      const startedAt = performance.now();
      return {
        get isOver() {
          return performance.now() - startedAt > maxTurn;
        },
        end,
      };
    },
  };
}

import { abortable } from '@journal/service-kit/async';

export type ReplayTurn = {
  /** Whether a projection with a lower rank is waiting. */
  readonly shouldYield: boolean;
  /** Gives the turn to the next projection. Idempotent. */
  end(): void;
};

/** Resolves when the projection may replay. Rejects with the signal's reason when the signal is aborted. */
export type TakeTurn = (signal: AbortSignal) => Promise<ReplayTurn>;

/**
 * Lets the projections of a process replay the log one at a time, lower ranks first. If all replayed at the same time,
 * all would finish late, and the ones that readers need first would finish no earlier than the rest.
 */
export function createReplayTurns(): (rank: number) => TakeTurn {
  const waiting: { readonly rank: number; begin(): void }[] = [];
  let isTaken = false;

  function next(): void {
    const first = waiting.shift();
    isTaken = first !== undefined;
    first?.begin();
  }

  return (rank) => async (signal) => {
    signal.throwIfAborted();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const mine = { rank, begin };
    waiting.splice(waiting.filter((other) => other.rank <= rank).length, 0, mine);
    if (!isTaken) next();
    await abortable(begun, signal).catch((reason: unknown) => {
      const index = waiting.indexOf(mine);
      if (index >= 0) waiting.splice(index, 1);
      else next();
      throw reason;
    });
    let hasEnded = false;
    return {
      get shouldYield() {
        return (waiting[0]?.rank ?? rank) < rank;
      },
      end() {
        if (!hasEnded) next();
        hasEnded = true;
      },
    };
  };
}

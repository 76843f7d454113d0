/** Factor by which the budget may be exceeded while the event loop is busy. */
const mostTurns = 8;

/**
 * Calls `then` after `milliseconds`. If the event loop is so busy that the awaited result may already be there, it
 * waits up to eight times as long. With a budget of zero or less it calls `then` at the end of this turn of the event
 * loop, which works only on the server. Returns a function that cancels this.
 */
export function afterBudget(milliseconds: number, then: () => void): () => void {
  if (milliseconds <= 0) {
    // A timer would take at least a millisecond.
    const turn = setImmediate(then);
    return () => clearImmediate(turn);
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waitFor = (turns: number) => {
    const due = performance.now() + milliseconds;
    timer = setTimeout(() => {
      if (turns > 1 && performance.now() - due > milliseconds / 2) waitFor(turns - 1);
      else then();
    }, milliseconds);
  };
  waitFor(mostTurns);
  return () => clearTimeout(timer);
}

/**
 * Settles as `work` does, or resolves with undefined after `budget` milliseconds (`afterBudget`), which may be
 * infinite.
 */
export async function withinBudget<Value>(work: Promise<Value>, budget: number): Promise<Value | undefined> {
  if (budget === Number.POSITIVE_INFINITY) return work;
  let end = () => {};
  const late = new Promise<undefined>((resolve) => {
    end = afterBudget(budget, () => resolve(undefined));
  });
  return Promise.race([work, late]).finally(() => end());
}

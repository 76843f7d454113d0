/** How often as long it may take where the event loop is busy. */
const mostTurns = 8;

/**
 * Calls `then` after `milliseconds`; where the event loop is so busy that what is waited for may be there already, after
 * up to eight times as long. Without a budget it calls `then` at the end of this turn of the event loop, which only the
 * server may ask for. Returns a function that ends this.
 */
export function afterBudget(milliseconds: number, then: () => void): () => void {
  if (milliseconds <= 0) {
    // A timer would take a millisecond.
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
 * Resolves as `work` does, or with undefined after a budget of milliseconds (`afterBudget`), which may be infinite.
 * Rejects as the work does.
 */
export async function withinBudget<Value>(work: Promise<Value>, budget: number): Promise<Value | undefined> {
  if (budget === Number.POSITIVE_INFINITY) return work;
  let end = () => {};
  const late = new Promise<undefined>((resolve) => {
    end = afterBudget(budget, () => resolve(undefined));
  });
  return Promise.race([work, late]).finally(() => end());
}

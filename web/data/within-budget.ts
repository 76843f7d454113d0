/** Resolves as `work` does, or with undefined after `budget` milliseconds, which may be infinite. Rejects as the work does. */
export async function withinBudget<Value>(work: Promise<Value>, budget: number): Promise<Value | undefined> {
  if (budget === Number.POSITIVE_INFINITY) return work;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, budget, undefined);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

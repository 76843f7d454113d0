import { vi } from 'vitest';

/** Resolves when `check` passes for the first time; rejects with its last failure after 15 s. */
export function until<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout: 15_000, interval: 10 }) as Promise<Result>;
}

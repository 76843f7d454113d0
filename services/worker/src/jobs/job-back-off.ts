/** How often a job is tried, and how long it waits between. */
export type JobRetries = {
  readonly attempts: number;
  /** Milliseconds before the second attempt; doubled each time. */
  readonly first: number;
  /** Milliseconds at most. */
  readonly longest: number;
};

/** From five seconds up to ten minutes: for about eight hours. */
export const defaultRetries: JobRetries = { attempts: 50, first: 5_000, longest: 600_000 };

/** Milliseconds to wait after the given attempt failed, counted from 1: doubling, a random quarter shorter at most. */
export function backOffAfter(
  attempt: number,
  { first, longest }: JobRetries,
  chance = Math.random(),
): number {
  const pause = Math.min(longest, first * 2 ** Math.min(attempt - 1, 40));
  return Math.round(pause * (1 - chance / 4));
}

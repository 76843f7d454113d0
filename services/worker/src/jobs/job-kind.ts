import type { Static, TObject } from 'typebox';

/** A kind of job: its permanent name, and its data: ids alone, because the queue stores it in the clear. */
export type JobKind<Data extends TObject = TObject> = {
  /** Small letters and dashes. */
  readonly name: string;
  readonly data: Data;
};

export type JobContext = {
  /** The same in each attempt. */
  readonly jobId: string;
  /** Of the request that the job began with. */
  readonly requestId: string;
  /** Aborted when the worker stops; another worker then retries the job. */
  readonly signal: AbortSignal;
};

/**
 * Does the jobs of one kind. Has to be idempotent: it may run again at any time, even after it succeeded. Rejects to be
 * retried later, with `FinalFailure` where that would not help.
 */
export type JobHandler = {
  readonly kind: JobKind;
  work(data: unknown, context: JobContext): Promise<void>;
};

export function handles<Data extends TObject>(
  kind: JobKind<Data>,
  work: (data: Static<Data>, context: JobContext) => Promise<void>,
): JobHandler {
  return { kind, work: (data, context) => work(data as Static<Data>, context) };
}

/** The job can't succeed however often it is tried. The message is stored with the job and holds nothing personal. */
export class FinalFailure extends Error {
  override readonly name = 'FinalFailure';
}

/** How often a job is tried, and how long it waits in between. */
export type JobRetries = {
  readonly attempts: number;
  /** Milliseconds before the second attempt; doubled each time. */
  readonly first: number;
  /** Milliseconds at most. */
  readonly max: number;
};

/** From five seconds up to ten minutes: for about eight hours. */
export const defaultRetries: JobRetries = { attempts: 50, first: 5_000, max: 600_000 };

/** Milliseconds to wait after the given attempt failed, counted from 1: doubling, a random quarter shorter at most. */
export function backOffAfter(attempt: number, { first, max }: JobRetries, chance = Math.random()): number {
  const pause = Math.min(max, first * 2 ** Math.min(attempt - 1, 40));
  return Math.round(pause * (1 - chance / 4));
}

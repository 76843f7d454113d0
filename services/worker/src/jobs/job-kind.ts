import type { Static, TObject } from 'typebox';

/** A kind of job: its permanent name and the schema of its data, which is IDs only because it is stored unencrypted. */
export type JobKind<Data extends TObject = TObject> = {
  /** Lower-case letters and dashes. */
  readonly name: string;
  readonly data: Data;
};

export type JobContext = {
  /** ID of the job, the same in each attempt. */
  readonly jobId: string;
  /** ID of the request that created the job. */
  readonly requestId: string;
  /** Aborted when the worker stops; another worker then retries the job. */
  readonly signal: AbortSignal;
};

/**
 * Handles the jobs of one kind. Has to be idempotent: it may run again at any time, even after it succeeded. Rejects to
 * be retried later, or with `FinalFailure` if a retry would not help.
 */
export type JobHandler = {
  readonly kind: JobKind;
  work(data: unknown, context: JobContext): Promise<void>;
};

export function defineJobHandler<Data extends TObject>(
  kind: JobKind<Data>,
  work: (data: Static<Data>, context: JobContext) => Promise<void>,
): JobHandler {
  return { kind, work: (data, context) => work(data as Static<Data>, context) };
}

/** The job can't succeed on any retry. The message is stored with the job and contains no personal data. */
export class FinalFailure extends Error {
  override readonly name = 'FinalFailure';
}

/** Number of attempts at a job and the wait between them. */
export type JobRetries = {
  readonly attempts: number;
  /** Milliseconds before the second attempt; doubled each time. */
  readonly first: number;
  /** Longest wait, in milliseconds. */
  readonly max: number;
};

/** Waits grow from 5 seconds to 10 minutes, for about 8 hours in total. */
export const defaultRetries: JobRetries = { attempts: 50, first: 5_000, max: 600_000 };

/** Returns the wait after a failed attempt (from 1), in milliseconds: exponential, minus a jitter of up to 25 %. */
export function backOffAfter(attempt: number, { first, max }: JobRetries, chance = Math.random()): number {
  const pause = Math.min(max, first * 2 ** Math.min(attempt - 1, 40));
  return Math.round(pause * (1 - chance / 4));
}

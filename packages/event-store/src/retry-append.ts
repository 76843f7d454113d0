import { createBackoff, sleep } from '@journal/service-kit/async';
import { AppendUnknown, InvalidRequest, RevisionConflict, StoreUnavailable } from './event-store.port.ts';

/**
 * Classification of a failed attempt to append:
 * - `invalid`: the content can never be stored; nothing was written.
 * - `refused`: nothing was written, and an immediate retry is pointless.
 * - `retry`: nothing was written, and the next attempt may succeed.
 * - `unknown`: the connection was lost, and the append may or may not have been written.
 */
export type AppendFault = 'invalid' | 'refused' | 'retry' | 'unknown';

export type RetryOptions = {
  /** The engine's name. */
  readonly engine: string;
  readonly faultOf: (error: unknown) => AppendFault;
  readonly toUnavailable: (error: unknown) => StoreUnavailable;
  /** Deadline on the monotonic clock, in milliseconds. */
  readonly giveUpAt: number;
  /** Called before each further attempt, with the error that would be thrown if retrying stopped now. */
  readonly onRetry?: (failure: Error) => void;
};

/** Milliseconds from the call during which an append is retried by default. */
export const defaultRetryTimeout = 5_000;
/** Minimum milliseconds per attempt: an append takes at most this long after its retry time has ended. */
export const minAttemptTimeout = 1_000;

/**
 * Retries an attempt to append, with backoff, until it succeeds or `giveUpAt` is reached. This is safe because events
 * written by an attempt of unknown outcome are found by their IDs. Each attempt receives its time limit in
 * milliseconds. Throws the errors of the port's `append`.
 */
export async function retryAppend<Result>(
  attempt: (timeout: number) => Promise<Result>,
  { engine, faultOf, toUnavailable, giveUpAt, onRetry }: RetryOptions,
): Promise<Result> {
  const backoff = createBackoff();
  const timeLeft = () => giveUpAt - performance.now();
  let maybeWritten = false;
  for (;;)
    try {
      return await attempt(Math.max(minAttemptTimeout, timeLeft()));
    } catch (cause) {
      if (cause instanceof RevisionConflict || cause instanceof AppendUnknown) throw cause;
      const fault = faultOf(cause);
      if (fault === 'invalid')
        throw new InvalidRequest(`${engine} cannot store this event: ${reasonOf(cause)}`, { cause });
      maybeWritten ||= fault === 'unknown';
      const failure = maybeWritten
        ? new AppendUnknown('The connection was lost during the append', { cause })
        : toUnavailable(cause);
      if (fault === 'refused' || timeLeft() <= 0) throw failure;
      onRetry?.(failure);
      await sleep(Math.min(backoff.next(), timeLeft()));
    }
}

/** Whether an append failed because the engine was unavailable. */
export const isOutage = (error: unknown): boolean =>
  error instanceof StoreUnavailable || error instanceof AppendUnknown;

/** The error of an append whose deadline had passed by the time the append before it failed. */
export const toExpiredError = (cause: unknown) =>
  new StoreUnavailable('Not sent, because the preceding append failed', { cause });

export const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

import { createBackoff, sleep } from '@journal/service-kit/async';
import { AppendUnknown, InvalidRequest, RevisionConflict, StoreUnavailable } from './event-store.port.ts';

/**
 * What a failed attempt to append tells:
 * `invalid` – its content can never be stored; nothing was written.
 * `refused` – nothing was written, and an immediate retry is pointless.
 * `retry` – nothing was written, and the next attempt may succeed.
 * `unknown` – the connection was lost, and the append may or may not have been written.
 */
export type AppendFault = 'invalid' | 'refused' | 'retry' | 'unknown';

export type RetryOptions = {
  /** The engine's name. */
  readonly engine: string;
  readonly faultOf: (error: unknown) => AppendFault;
  readonly toUnavailable: (error: unknown) => StoreUnavailable;
  /** By the monotonic clock. */
  readonly giveUpAt: number;
  /** Called before each further attempt, with the failure that giving up now would be. */
  readonly onRetry?: (failure: Error) => void;
};

/** Milliseconds during which an append is retried, from the call, unless a store is told otherwise. */
export const defaultRetryTimeout = 5_000;
/** Milliseconds that an attempt gets at least: an append takes no longer than these after its time to retry. */
export const leastAttempt = 1_000;

/**
 * Repeats an attempt to append, with back-off, until it succeeds or `giveUpAt` is reached: safe because what an attempt
 * of unknown outcome wrote is found by its event ids. Each attempt is told how many milliseconds it may take. Throws as
 * the port's `append` does.
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
      return await attempt(Math.max(leastAttempt, timeLeft()));
    } catch (cause) {
      if (cause instanceof RevisionConflict || cause instanceof AppendUnknown) throw cause;
      const fault = faultOf(cause);
      if (fault === 'invalid')
        throw new InvalidRequest(`${engine} can't store this: ${reasonOf(cause)}`, { cause });
      maybeWritten ||= fault === 'unknown';
      const failure = maybeWritten
        ? new AppendUnknown('The connection was lost during the append', { cause })
        : toUnavailable(cause);
      if (fault === 'refused' || timeLeft() <= 0) throw failure;
      onRetry?.(failure);
      await sleep(Math.min(backoff.next(), timeLeft()));
    }
}

/** Whether an append failed for want of an engine. */
export const isOutage = (error: unknown): boolean =>
  error instanceof StoreUnavailable || error instanceof AppendUnknown;

/** The failure of an append whose time was over when the one that it waited for had failed. */
export const waitedInVain = (cause: unknown) =>
  new StoreUnavailable('The append before this one failed, and it was not sent', { cause });

export const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

import { createBackoff } from '@journal/service-kit/async';
import {
  AppendUnknown,
  InvalidRequest,
  RevisionConflict,
  type StoreUnavailable,
} from './event-store.port.ts';

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
};

/**
 * Repeats an attempt to append, with back-off, until it succeeds or `giveUpAt` is reached: safe because what an attempt
 * of unknown outcome wrote is found by its event ids. Throws as the port's `append` does.
 */
export async function retryAppend<Result>(
  attempt: () => Promise<Result>,
  { engine, faultOf, toUnavailable, giveUpAt }: RetryOptions,
): Promise<Result> {
  const backoff = createBackoff();
  let maybeWritten = false;
  for (;;)
    try {
      return await attempt();
    } catch (cause) {
      if (cause instanceof RevisionConflict || cause instanceof AppendUnknown) throw cause;
      const fault = faultOf(cause);
      if (fault === 'invalid')
        throw new InvalidRequest(`${engine} can't store this: ${reasonOf(cause)}`, { cause });
      maybeWritten ||= fault === 'unknown';
      if (fault === 'refused' || performance.now() > giveUpAt)
        throw maybeWritten
          ? new AppendUnknown('The connection was lost during the append', { cause })
          : toUnavailable(cause);
      await backoff.wait();
    }
}

export const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Timeouts, backoff and abortable waiting. Runs in Node and in browsers; all durations are in milliseconds. */

/**
 * Settles like `work`, or rejects with `timeoutError()` if that takes longer than `timeout`. The work itself is not
 * cancelled, and its later outcome is ignored.
 */
export function withTimeout<T>(
  timeout: number,
  work: Promise<T>,
  timeoutError: () => Error = () => new Error(`Timed out after ${Math.round(timeout)} ms`),
): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(timeoutError()), timeout);
  return abortable(work, controller.signal).finally(() => clearTimeout(timer));
}

/**
 * Settles like `work`, or rejects with the signal's reason as soon as the signal is aborted. The work itself is not
 * cancelled, and its later outcome is ignored. Leaves no listener on the signal.
 */
export function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Resolves after `duration`, or as soon as the signal is aborted. Never rejects. */
export function sleep(duration: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, duration);
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
  });
}

/**
 * Returns exponential backoff with jitter: delays start at `initial` and double up to `max`, each shortened by a random
 * amount of up to a quarter.
 */
export function createBackoff({ initial = 50, max = 2_000 } = {}) {
  let full = Math.min(initial, max);
  const next = () => {
    // Jitter keeps the clients of a recovering server from all reconnecting at the same moment.
    const delay = full * (1 - Math.random() / 4);
    full = Math.min(full * 2, max);
    return delay;
  };
  return {
    next,
    /** Resolves after the next delay, or immediately when aborted; never rejects. */
    wait: (signal?: AbortSignal) => sleep(next(), signal),
    /** Resets the delay to `initial`. */
    reset() {
      full = Math.min(initial, max);
    },
  };
}

/** Milliseconds until a database that delays the shutdown is killed, and until the process exits regardless. */
const gracePeriod = 7_000;
const stopTimeout = 9_200;

/** Thrown between two steps of a start that is to be abandoned. */
export class StartAborted extends Error {
  override readonly name = 'StartAborted';
}

/** Something did not stop in time; the message says what was done about it. */
export class ShutdownTimeout extends Error {
  override readonly name = 'ShutdownTimeout';
}

export type StopRequest = ReturnType<typeof onShutdownSignal>;

/**
 * Listens for SIGTERM, SIGINT, SIGHUP and the end of a parent with an IPC channel. A process that has not ended 9.2 s
 * later exits with code 1.
 */
export function onShutdownSignal() {
  let isRequested = false;
  const { promise, resolve } = Promise.withResolvers<void>();
  const overdue = Promise.withResolvers<void>();
  const now = () => {
    if (isRequested) return;
    isRequested = true;
    setTimeout(overdue.resolve, gracePeriod).unref();
    setTimeout(() => process.exit(1), stopTimeout).unref();
    resolve();
  };
  for (const event of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect']) process.on(event, now);
  process.channel?.unref();
  return {
    /** Resolves when this process has to stop. */
    requested: promise,
    /** Resolves 7 s after the request if the process is still running. */
    overdue: overdue.promise,
    get isRequested(): boolean {
      return isRequested;
    },
    /** Requests a stop, as a signal does. */
    now,
    /** Throws `StartAborted` once a stop was requested. */
    check() {
      if (isRequested) throw new StartAborted();
    },
  };
}

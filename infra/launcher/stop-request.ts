/** When a database that keeps the others from ending is ended itself, and when all is given up. */
const lateAfter = 7_000;
const stopTimeout = 9_200;

/** Thrown between two steps of a start that shall not go on. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** What did not end in time, and what was done about it. */
export class Late extends Error {
  override readonly name = 'Late';
}

export interface StopRequest {
  /** Resolves when this process shall end. */
  requested: Promise<void>;
  readonly isRequested: boolean;
  /** Resolves when the end takes longer than it should: 7 s after it was asked for. */
  late: Promise<void>;
  /** Throws `Stopped` from then on. */
  check(): void;
  /** Asks for the end as a signal would. */
  now(): void;
}

/**
 * Hears SIGTERM, SIGINT, SIGHUP and the end of the parent that opened an IPC channel. Whatever is still under
 * way 9.2 s later is given up, with exit code 1.
 */
export function onShutdownSignal(): StopRequest {
  let isRequested = false;
  const { promise, resolve } = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  const now = () => {
    if (isRequested) return;
    isRequested = true;
    setTimeout(late.resolve, lateAfter).unref();
    setTimeout(() => process.exit(1), stopTimeout).unref();
    resolve();
  };
  for (const event of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect']) process.on(event, now);
  process.channel?.unref();
  return {
    requested: promise,
    late: late.promise,
    get isRequested() {
      return isRequested;
    },
    now,
    check: () => {
      if (isRequested) throw new Stopped();
    },
  };
}

const stopTimeout = 9_500;

/** Thrown between two steps of a start that shall not go on. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

export interface StopRequest {
  /** Resolves when this process shall end. */
  requested: Promise<void>;
  readonly isRequested: boolean;
  /** Throws `Stopped` from then on. */
  check(): void;
  /** Asks for the end as a signal would. */
  now(): void;
}

/**
 * Hears SIGTERM, SIGINT, SIGHUP and the end of the parent that opened an IPC channel. Whatever is still under
 * way 9.5 s later is given up, with exit code 1.
 */
export function hearStopRequest(): StopRequest {
  let isRequested = false;
  const { promise, resolve } = Promise.withResolvers<void>();
  const now = () => {
    if (isRequested) return;
    isRequested = true;
    setTimeout(() => process.exit(1), stopTimeout).unref();
    resolve();
  };
  for (const event of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect']) process.on(event, now);
  process.channel?.unref();
  return {
    requested: promise,
    get isRequested() {
      return isRequested;
    },
    now,
    check: () => {
      if (isRequested) throw new Stopped();
    },
  };
}

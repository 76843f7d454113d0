import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type GarbageOptions = {
  /** Milliseconds between two looks. */
  readonly interval?: number;
  readonly collect?: () => void;
  readonly utilization?: (since?: EventLoopUtilization) => EventLoopUtilization;
};

/** Share of the time in which a process at rest does something. */
const atRest = 0.05;
/** Milliseconds of work that leave garbage worth collecting. */
const worthwhile = 1_000;

/**
 * Collects the garbage of what was done, once nothing much is done any more: a process at rest allocates too little to
 * collect by itself, and would keep for hours what starting, or a rush of readers, has left. Never keeps the process
 * running.
 */
export function collectGarbageAtRest({
  interval = 10_000,
  collect = createCollector(),
  utilization = (since) => performance.eventLoopUtilization(since),
}: GarbageOptions = {}): void {
  /** Milliseconds. */
  let worked = Number.POSITIVE_INFINITY;
  let last = utilization();
  setInterval(() => {
    const { utilization: share, active } = utilization(last);
    last = utilization();
    if (share >= atRest || worked < worthwhile) {
      worked += active;
      return;
    }
    worked = 0;
    collect();
  }, interval).unref();
}

function createCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  return () => void collect({ type: 'major', execution: 'async', flavor: 'last-resort' });
}

import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type GarbageOptions = {
  /** Interval between checks, in milliseconds. Default: 10,000. */
  readonly interval?: number;
  readonly collect?: () => void;
  readonly utilization?: (since?: EventLoopUtilization) => EventLoopUtilization;
};

/** Event loop utilization, from 0 to 1, below which a process is at rest. */
const atRest = 0.05;
/** Milliseconds of work that leave garbage worth collecting. */
const worthwhile = 1_000;

/**
 * Collects the garbage of past work once the process is mostly idle. An idle process allocates too little to trigger a
 * collection, and would keep for hours what its start, or a rush of readers, left behind. Never keeps the process
 * running.
 */
export function collectGarbageAtRest({
  interval = 10_000,
  collect = createCollector(),
  utilization = (since) => performance.eventLoopUtilization(since),
}: GarbageOptions = {}): void {
  /** Milliseconds of work since the last collection. */
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

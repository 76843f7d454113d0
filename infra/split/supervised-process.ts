import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';

export interface ProcessPlan {
  name: string;
  /** The TypeScript file to run. */
  entry: string;
  /** The whole environment of the process. */
  environment: Record<string, string>;
}

const firstDelay = 200;
// Of the 10 s within which everything recovers, a start on a busy machine takes most.
const maxDelay = 2_000;
const settledAfter = 10_000;
const stopTimeout = 8_500;

/**
 * Keeps one process running: restarts it when it dies, with a backoff of up to 2 s while it keeps dying. Its output
 * goes to ours, or to an open file.
 */
export function superviseProcess(plan: ProcessPlan, output: 'inherit' | number = 'inherit') {
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let delay = firstDelay;
  let isWanted = true;
  let isRestarting = false;
  const gone = Promise.withResolvers<void>();

  function begin(): void {
    const began = performance.now();
    const next = spawn(process.execPath, [plan.entry], {
      env: plan.environment,
      // The channel ends with this process, so that the child is notified when this one is killed.
      stdio: ['ignore', output, output, 'ipc'],
      detached: true,
    });
    child = next;
    const onEnd = (outcome: string) => {
      child = undefined;
      if (!isWanted) return gone.resolve();
      if (isRestarting) {
        isRestarting = false;
        return begin();
      }
      if (performance.now() - began > settledAfter) delay = firstDelay;
      if (output === 'inherit') process.stderr.write(`${plan.name} ${outcome}; restarting in ${delay} ms\n`);
      timer = setTimeout(begin, delay);
      delay = Math.min(delay * 2, maxDelay);
    };
    next.on('error', (failure) => {
      // A process that never started does not exit; one that is running still will.
      if (next.pid === undefined) onEnd(`could not be started: ${failure.message}`);
      else process.stderr.write(`${plan.name}: ${failure.message}\n`);
    });
    next.once('exit', (code, signal) => onEnd(`exited (${signal ?? code})`));
  }

  begin();
  return {
    /** Whether there is a process; it may still be starting. */
    get isRunning(): boolean {
      return child !== undefined;
    },
    get pid(): number | undefined {
      return child?.pid;
    },
    /** Ends it and starts it again immediately. */
    restart(): void {
      if (!child) return;
      isRestarting = true;
      child.kill('SIGTERM');
    },
    /** Ends it permanently and resolves when it is gone; kills it after 8.5 s. */
    async stop(): Promise<void> {
      isWanted = false;
      clearTimeout(timer);
      if (!child) return;
      const ending = child;
      const killTimer = setTimeout(() => ending.kill('SIGKILL'), stopTimeout);
      ending.kill('SIGTERM');
      await gone.promise;
      clearTimeout(killTimer);
    },
  };
}

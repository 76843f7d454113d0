import process from 'node:process';
import type { DataFolder } from './data-folder.ts';
import { type PreflightResult, preflight } from './preflight.ts';
import { onShutdownSignal, StartAborted, type StopRequest } from './stop-request.ts';

interface Launch extends PreflightResult {
  stop: StopRequest;
  /** Stopped at the end, in reverse order, even after a start that failed. */
  cleanUp: AsyncDisposableStack;
}

interface Running {
  /** Resolves with the reason if the system can't recover on its own. */
  broken: Promise<string>;
}

/**
 * Runs a start until it is asked to stop: `start` resolves when everything answers. Exit code 0 after a clean stop, 1
 * if something could not start, broke or did not stop in time.
 */
export async function runLauncher(start: (launch: Launch) => Promise<Running>): Promise<void> {
  const stop = onShutdownSignal();
  const cleanUp = new AsyncDisposableStack();
  let folder: DataFolder | undefined;
  let code = 0;
  try {
    const cleared = await preflight(process.env);
    folder = cleared.folder;
    stop.check();
    const { broken } = await start({ ...cleared, folder, stop, cleanUp });
    const reason = await Promise.race([stop.requested, broken]);
    if (reason) throw new Error(reason);
    process.stdout.write('Stopping …\n');
  } catch (failure) {
    if (!(failure instanceof StartAborted)) code = report(failure);
  }
  stop.now();
  try {
    await folder?.leaving();
    await cleanUp.disposeAsync();
  } catch (failure) {
    code = report(failure);
  }
  await folder?.release();
  process.exit(code);
}

/** Writes only the message of an error that an operator can act on, and the stack of any other. */
function report(failure: unknown): number {
  const error = failure instanceof Error ? failure : new Error(`${failure}`);
  const isExpected =
    ['ConfigError', 'WrongMasterKey', 'UnfinishedRestore', 'ShutdownTimeout'].includes(error.name) ||
    /^[A-Z_]+(, [A-Z_]+)*: /.test(error.message);
  const words = isExpected ? error.message : (error.stack ?? error.message);
  process.stderr.write(`\n${[words, ...reasonsOf(error)].join('\n  caused by: ')}\n`);
  return 1;
}

/** Returns the messages of an error's causes, outermost first. */
function reasonsOf({ cause }: Error): string[] {
  return cause instanceof Error ? [cause.message, ...reasonsOf(cause)] : [];
}

/** Milliseconds between two reports of a step that takes long. */
const reportInterval = 15_000;

/** Measures the steps of a start, and reports on standard error which one it waits for. */
export class Phases {
  readonly #began = performance.now();
  readonly #taken: string[] = [];

  /** Runs one step, records how long it took and resolves with its result. */
  async run<T>(name: string, step: () => Promise<T>): Promise<T> {
    const began = performance.now();
    const report = () =>
      process.stderr.write(
        `Still starting (${name}) after ${Math.round((performance.now() - began) / 1_000)} s …\n`,
      );
    const reports = setInterval(report, reportInterval);
    try {
      return await step();
    } finally {
      clearInterval(reports);
      this.#taken.push(`${name} ${seconds(performance.now() - began)}`);
    }
  }

  /** Returns, for example, "1.40 s: database 0.30 s, services 0.60 s". */
  summary(): string {
    return `${seconds(performance.now() - this.#began)}: ${this.#taken.join(', ')}`;
  }
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(2)} s`;
}

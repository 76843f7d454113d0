import process from 'node:process';
import type { DataFolder } from './data-folder.ts';
import type { LauncherConfig } from './launcher.config.ts';
import { preflight } from './preflight.ts';
import { hearStopRequest, Stopped, type StopRequest } from './stop-request.ts';

export interface Launch {
  config: LauncherConfig;
  folder: DataFolder;
  stop: StopRequest;
  /** What must be undone at the end, last things first, however far the start came. */
  cleanUp: AsyncDisposableStack;
}

export interface Running {
  /** Resolves with the reason where the system can't go on by itself. */
  broken: Promise<string>;
}

/**
 * Runs one way of starting until it is asked to stop: `start` resolves when everything answers. Exit code 0 after
 * a clean stop, 1 where something could not start, broke or did not stop in time.
 */
export async function runLauncher(start: (launch: Launch) => Promise<Running>): Promise<void> {
  const stop = hearStopRequest();
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
    if (!(failure instanceof Stopped)) code = report(failure);
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

/** What a person can act on is said in its own words; a defect brings its stack. */
function report(failure: unknown): number {
  const error = failure instanceof Error ? failure : new Error(`${failure}`);
  const isExpected =
    ['ConfigError', 'WrongMasterKey', 'Late'].includes(error.name) ||
    /^[A-Z_]+(, [A-Z_]+)*: /.test(error.message);
  const words = isExpected ? error.message : (error.stack ?? error.message);
  process.stderr.write(`\n${[words, ...reasonsOf(error)].join('\n  because: ')}\n`);
  return 1;
}

/** What lies beneath an error, one line for each depth, without stacks. */
function reasonsOf({ cause }: Error): string[] {
  return cause instanceof Error ? [cause.message, ...reasonsOf(cause)] : [];
}

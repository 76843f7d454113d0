import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { figuresVariable } from './figures-reporter.ts';
import { type Figures, judge, type Outcome } from './outcome.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const reporter = fileURLToPath(new URL('figures-reporter.ts', import.meta.url));
const maxDuration = 25 * 60_000;

interface Suite {
  name: string;
  /** Arguments of Node. */
  command: string[];
}

const playwrightSuite = (name: string, ...projects: string[]): Suite => ({
  name,
  command: [
    'node_modules/@playwright/test/cli.js',
    'test',
    `--reporter=list,${reporter}`,
    ...projects.map((project) => `--project=${project}`),
  ],
});

export const suites = {
  /** Starts with a time limit, which need the machine to themselves. */
  timed: playwrightSuite('starting in time', 'timed'),
  vitest: {
    name: 'unit, contract, integration and boundary tests',
    command: ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', `--reporter=${reporter}`],
  },
  /** Starting and stopping, without a browser. */
  launcher: playwrightSuite('starting and stopping', 'launcher'),
  /** The same, plus the pages, and the whole system as each start runs it. */
  browser: playwrightSuite(
    'starting, stopping and browser tests',
    ...['launcher', 'embedded', 'split', 'pages'],
  ),
} satisfies Record<string, Suite>;

let running: { child: ChildProcess; folder: string } | undefined;

/** Ends the running suite, if any. Resolves when it is gone, with its files. */
export async function endRunningSuite(): Promise<void> {
  if (!running) return;
  const { child, folder } = running;
  const ending = once(child, 'exit');
  child.kill('SIGTERM');
  await ending;
  await remove(folder);
}

/** Bytes; several specs' databases, their logs and the data folders of started journals must fit at the same time. */
const ampleMemory = 8 * 1024 ** 3;

/**
 * Creates a folder for the temporary files of a suite, mainly databases: in memory if there is plenty of it, because
 * creating and removing these files on a disk takes a third of the processor time of specs that use one.
 */
async function makeFolder(): Promise<string> {
  const { bavail, bsize } = await statfs('/dev/shm').catch(() => ({ bavail: 0, bsize: 0 }));
  const isAmple = Math.min(bavail * bsize, freemem()) >= ampleMemory;
  return mkdtemp(join(isAmple ? '/dev/shm' : tmpdir(), 'journal-tests-'));
}

/** Processes of a killed suite may not have ended yet. */
const remove = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 10 });

/** Runs a suite to its end, or for 25 minutes, passing on its output. Resolves with its outcome. */
export async function runSuite({ name, command }: Suite): Promise<Outcome> {
  process.stdout.write(`\n── ${name}\n`);
  const folder = await makeFolder();
  const file = join(folder, 'figures.json');
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: { ...process.env, TMPDIR: folder, [figuresVariable]: file },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  running = { child, folder };
  const timeout = setTimeout(() => child.kill('SIGTERM'), maxDuration);
  const code = await new Promise<number>((resolve) => child.on('close', (status) => resolve(status ?? 1)));
  clearTimeout(timeout);
  running = undefined;
  const figures = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Figures,
    () => undefined,
  );
  await remove(folder);
  return judge(name, figures, code);
}

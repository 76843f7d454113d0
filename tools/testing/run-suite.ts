import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
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
  /** The arguments of Node. */
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
  /** What of starting is held to a time, and so needs the machine for itself. */
  timed: playwrightSuite('starting in time', 'timed'),
  vitest: {
    name: 'unit, contract, integration and boundary tests',
    command: ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', `--reporter=${reporter}`],
  },
  /** Starting and stopping, which needs no browser. */
  launcher: playwrightSuite('starting and stopping', 'launcher'),
  /** The same, the pages, and the whole system as each way of starting brings it. */
  browser: playwrightSuite(
    'starting, stopping and browser tests',
    ...['launcher', 'embedded', 'split', 'pages'],
  ),
} satisfies Record<string, Suite>;

let running: ChildProcess | undefined;

/** Ends the suite that is running, if one is, and resolves when it is gone. */
export async function endRunningSuite(): Promise<void> {
  const ending = running && once(running, 'exit');
  running?.kill('SIGTERM');
  await ending;
}

/** Runs a suite to its end or for 25 minutes, with its output passed on, and resolves with what it came to. */
export async function runSuite({ name, command }: Suite): Promise<Outcome> {
  process.stdout.write(`\n── ${name}\n`);
  const folder = await mkdtemp(join(tmpdir(), 'journal-report-'));
  const file = join(folder, 'figures.json');
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: { ...process.env, [figuresVariable]: file },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  running = child;
  const timeout = setTimeout(() => child.kill('SIGTERM'), maxDuration);
  const code = await new Promise<number>((resolve) => child.on('close', (status) => resolve(status ?? 1)));
  clearTimeout(timeout);
  running = undefined;
  const figures = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Figures,
    () => undefined,
  );
  await rm(folder, { recursive: true, force: true });
  return judge(name, figures, code);
}

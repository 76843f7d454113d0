import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { type Figures, judge, type Outcome } from './outcome.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const maxDuration = 25 * 60_000;

export interface Suite {
  name: string;
  /** The arguments of Node, given the file that the runner shall leave its report in. */
  command: (report: string) => string[];
  environment?: (report: string) => Record<string, string>;
  /** Reads the runner's figures from its report. */
  figures: (report: unknown) => Figures;
}

let running: ChildProcess | undefined;

/** Ends the suite that is running, if one is, and resolves when it is gone. */
export async function endRunningSuite(): Promise<void> {
  const ending = running && once(running, 'exit');
  running?.kill('SIGTERM');
  await ending;
}

/** Runs a suite to its end or for 25 minutes, with its output passed on, and resolves with what it came to. */
export async function runSuite(suite: Suite): Promise<Outcome> {
  const { name, command, environment, figures } = suite;
  process.stdout.write(`\n── ${name}\n`);
  const folder = await mkdtemp(join(tmpdir(), 'journal-report-'));
  const report = join(folder, 'report.json');
  const child = spawn(process.execPath, command(report), {
    cwd: root,
    env: { ...process.env, ...environment?.(report) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  running = child;
  const timeout = setTimeout(() => child.kill('SIGTERM'), maxDuration);
  const code = await new Promise<number>((resolve) => child.on('close', (status) => resolve(status ?? 1)));
  clearTimeout(timeout);
  running = undefined;
  const text = await readFile(report, 'utf8').catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
  return judge(name, text ? figures(JSON.parse(text)) : undefined, code);
}

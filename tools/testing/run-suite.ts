import { type ChildProcess, spawn } from 'node:child_process';
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

const running = new Set<ChildProcess>();

/** Ends the suites that are running, if any, and resolves when they are gone. */
export async function endRunningSuites(): Promise<void> {
  const ending = [...running].map((child) => new Promise((resolve) => child.once('exit', resolve)));
  for (const child of running) child.kill('SIGTERM');
  await Promise.all(ending);
}

/**
 * Runs suites side by side, each to its end or for 25 minutes, and resolves with what each came to. The output of the
 * first is passed on as it comes, that of the others when they have ended.
 */
export async function runSuites([first, ...others]: readonly Suite[]): Promise<Outcome[]> {
  if (!first) return [];
  process.stdout.write(`\n── ${[first, ...others].map(({ name }) => name).join(', beside ')}\n`);
  return Promise.all([runSuite(first, true), ...others.map((suite) => runSuite(suite, false))]);
}

async function runSuite(suite: Suite, isLive: boolean): Promise<Outcome> {
  const { name, command, environment, figures } = suite;
  const folder = await mkdtemp(join(tmpdir(), 'journal-report-'));
  const report = join(folder, 'report.json');
  const child = spawn(process.execPath, command(report), {
    cwd: root,
    env: { ...process.env, ...environment?.(report) },
    stdio: isLive ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
  const timeout = setTimeout(() => child.kill('SIGTERM'), maxDuration);
  const code = await new Promise<number>((resolve) => child.on('close', (status) => resolve(status ?? 1)));
  clearTimeout(timeout);
  running.delete(child);
  if (!isLive) process.stdout.write(`\n── ${name}\n${Buffer.concat(output)}`);
  const text = await readFile(report, 'utf8').catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
  return judge(name, text ? figures(JSON.parse(text)) : undefined, code);
}

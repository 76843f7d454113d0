import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../infra/launcher/listen-on.ts';

export type StartedJournal = Awaited<ReturnType<typeof startJournal>>;

export interface StartOptions {
  dataFolder?: string;
  environment?: Record<string, string>;
  port?: number;
}

const run = fileURLToPath(new URL('../../infra/bootstrap/run.mjs', import.meta.url));

/** Runs a command like npm, in its own process group, with `environment` on top of a minimal one. */
export function launch(
  task: string,
  environment: Record<string, string>,
): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [run, task], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  return { child, output: () => output };
}

const started: { stop(): Promise<void> }[] = [];

/** Ends all journals that this process has started, and removes their data folders. */
export async function stopJournals(): Promise<void> {
  for (const journal of started.splice(0)) await journal.stop();
}

/** Starts the journal with the real command. Resolves when its first page has arrived; rejects with its output. */
export async function startJournal(task: 'start' | 'start:split' | 'dev', options: StartOptions = {}) {
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), 'journal start ')));
  const port = options.port ?? (await freePort());
  const began = performance.now();
  const { child, output } = launch(task, { PORT: `${port}`, DATA_DIR: dataFolder, ...options.environment });
  const gone = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const url = `http://localhost:${port}`;
  await firstPage(url, child, output);
  const firstPageAfter = performance.now() - began;
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return gone;
  };
  let token: string | undefined;
  const journal = {
    url,
    dataFolder,
    /** Id of the process that a person would have started. */
    pid: child.pid ?? Number.NaN,
    /** Returns its output so far, both streams together. */
    output,
    /** Milliseconds from the start to the first page. */
    firstPageAfter,
    /** Publishes like a program, with the token of the data folder. The status is 0 if there was no response. */
    async publish(article: object, idempotencyKey?: string) {
      token ??= JSON.parse(await readFile(join(dataFolder, 'secrets.json'), 'utf8')).SERVICE_TOKEN;
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      };
      const body = JSON.stringify(article);
      const answer = await fetch(`${url}/api/articles`, { method: 'POST', headers, body }).catch(
        () => undefined,
      );
      const { id = 0 } = ((await answer?.json().catch(() => undefined)) ?? {}) as { id?: number };
      return { status: answer?.status ?? 0, id, position: answer?.headers.get('journal-position') ?? '' };
    },
    /** Sends a signal and resolves with the exit code once the process is gone. */
    end,
    /** Ends it cleanly, and removes its data folder. */
    async stop(): Promise<void> {
      if (child.exitCode === null && child.signalCode === null) await end('SIGTERM');
      // Processes of a killed journal may not have ended yet.
      await rm(dataFolder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
  started.push(journal);
  return journal;
}

async function firstPage(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + 90_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`It ended with ${child.exitCode ?? child.signalCode}:\n${output()}`);
    const page = await fetch(url).catch(() => undefined);
    if (page?.ok) {
      await page.text();
      return;
    }
    await sleep(20);
  }
  child.kill('SIGTERM');
  throw new Error(`No page came within 90 s:\n${output()}`);
}

import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import type { NotRun } from './outcome.ts';

/** The first of these programs that is in the path of this system. */
export function programInPath(names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isProgram);
}

/** Installs packages where this is Debian and we are root; does nothing elsewhere, and never throws. */
export function installOnDebian(packages: readonly string[]): void {
  if (!isDebian() || process.getuid?.() !== 0) return;
  run('apt-get', ['update', '-qq']);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages]);
}

/** Runs a program to its end, with its output passed on. */
export function run(program: string, args: string[]): void {
  process.stdout.write(`${program} ${args.join(' ')}\n`);
  spawnSync(program, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

function isDebian(): boolean {
  return existsSync('/etc/os-release') && /^ID="?debian"?$/m.test(readFileSync('/etc/os-release', 'utf8'));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The browser without its windows: the same pages in three fifths of the time. */
const headlessShell = 'chromium-headless-shell';
const programs = [
  headlessShell,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

/** Returns the path of this system's Chromium, its headless shell first; undefined where it has none in its path. */
export function findChromium(): string | undefined {
  return programs.map((name) => programInPath([name])).find((path) => path !== undefined);
}

/**
 * Makes sure that a Chromium is there: on Debian as root the headless shell's package, else the system's, elsewhere the
 * one that Playwright installs. Resolves with why not where none can be had.
 */
export async function ensureChromium(): Promise<{ missing?: string }> {
  if (!programInPath([headlessShell])) installOnDebian([headlessShell]);
  if (findChromium() || (await isPlaywrightsInstalled())) return {};
  run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']);
  if (await isPlaywrightsInstalled()) return {};
  return { missing: 'no Chromium is here, and neither apt-get nor Playwright could install one' };
}

async function isPlaywrightsInstalled(): Promise<boolean> {
  const { chromium } = await import('@playwright/test');
  return existsSync(chromium.executablePath());
}

/** Where the jobs' specs find a Redis to start; see `services/worker/src/testing/redis.ts`. */
export function findRedis(): string | undefined {
  return programInPath(['redis-server']);
}

/** Makes sure that a Redis can be started: the system's, or on Debian as root its package. */
export function ensureRedis(): void {
  if (findRedis() === undefined) installOnDebian(['redis-server']);
}

/** The contract suites for which neither a server nor a way to start one is at hand. */
export async function missingEngines(): Promise<NotRun[]> {
  return [...(await missingKurrentDb()), ...(await missingMeilisearch()), ...missingRedis()];
}

/** Where there is none, the specs on Redis do not run. */
export function missingRedis(): NotRun[] {
  if (findRedis() !== undefined) return [];
  return [{ suite: 'the job queue on Redis', reason: 'no redis-server is in the path' }];
}

export async function missingKurrentDb(): Promise<NotRun[]> {
  if (process.env['KURRENTDB_TEST_URL'] || (await hasDockerEngine())) return [];
  return [
    {
      suite: 'the event store contract on KurrentDB',
      reason: 'KURRENTDB_TEST_URL names no server, and no Docker engine answers',
    },
  ];
}

export async function missingMeilisearch(): Promise<NotRun[]> {
  if (process.env['MEILISEARCH_TEST_URL'] || (await hasDockerEngine())) return [];
  return [
    {
      suite: 'the search contract and the quality of answers on Meilisearch',
      reason: 'MEILISEARCH_TEST_URL names no server, and no Docker engine answers',
    },
  ];
}

function hasDockerEngine(): Promise<boolean> {
  const host = process.env['DOCKER_HOST'];
  if (host && !host.startsWith('unix://')) return Promise.resolve(true);
  const socket = connect(host?.slice('unix://'.length) ?? '/var/run/docker.sock');
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).then((answer) => {
    socket.destroy();
    return answer === true;
  });
}

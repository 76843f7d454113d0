import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import type { NotRun } from './outcome.ts';

/** Returns the path of the first of these programs that this system has in its path. */
function programInPath(...names: string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Installs a package where this is Debian and we are root; does nothing elsewhere, and never throws. */
function installOnDebian(name: string): void {
  const system = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  if (!/^ID="?debian"?$/m.test(system) || process.getuid?.() !== 0) return;
  run('apt-get', ['update', '-qq']);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name]);
}

/** Runs a program to its end, with its output passed on. */
function run(program: string, args: string[]): void {
  process.stdout.write(`${program} ${args.join(' ')}\n`);
  spawnSync(program, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/** The browser without its windows: the same pages in three fifths of the time. */
const headlessShell = 'chromium-headless-shell';
const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** Returns the path of this system's Chromium, its headless shell first; undefined where it has none in its path. */
export const findChromium = () => programInPath(headlessShell, ...browsers);

/**
 * Makes sure that a Chromium is there: on Debian as root the headless shell's package, else the system's, elsewhere the
 * one that Playwright installs. Resolves with why not where none can be had.
 */
export async function ensureChromium(): Promise<{ missing?: string }> {
  if (!programInPath(headlessShell)) installOnDebian(headlessShell);
  if (findChromium() || (await isPlaywrightsInstalled())) return {};
  run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']);
  if (await isPlaywrightsInstalled()) return {};
  return { missing: 'no Chromium is here, and neither apt-get nor Playwright could install one' };
}

async function isPlaywrightsInstalled(): Promise<boolean> {
  const { chromium } = await import('@playwright/test');
  return existsSync(chromium.executablePath());
}

const redis = 'redis-server';
/** Whether a Redis can be started; see `services/worker/src/testing/redis.ts`. */
export const hasRedis = () => programInPath(redis) !== undefined;

/** Makes sure that a Redis can be started: the system's, or on Debian as root its package. */
export function ensureRedis(): void {
  if (!hasRedis()) installOnDebian(redis);
}

/** Resolves with the contract suites for which neither a server nor a way to start one is at hand. */
export async function missingEngines(): Promise<(NotRun & { project: string })[]> {
  const hasDocker = await hasDockerEngine();
  const needsServer = (project: string, suite: string, variable: string) =>
    process.env[variable] || hasDocker
      ? []
      : [{ project, suite, reason: `${variable} names no server, and no Docker engine answers` }];
  return [
    ...needsServer('kurrentdb', 'the event store contract on KurrentDB', 'KURRENTDB_TEST_URL'),
    ...needsServer(
      'meilisearch',
      'the search contract and the quality of answers on Meilisearch',
      'MEILISEARCH_TEST_URL',
    ),
    ...(hasRedis()
      ? []
      : [{ project: 'redis', suite: 'the job queue on Redis', reason: 'no redis-server is in the path' }]),
  ];
}

function hasDockerEngine(): Promise<boolean> {
  const host = process.env['DOCKER_HOST'];
  if (host && !host.startsWith('unix://')) return Promise.resolve(true);
  const socket = connect(host?.slice('unix://'.length) ?? '/var/run/docker.sock');
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy());
}

import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import type { NotRun } from './outcome.ts';

/** Returns the path of the first of these programs that is found in PATH. */
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

/** Installs a package if this is Debian and we are root. Does nothing elsewhere, and never throws. */
function installOnDebian(name: string): void {
  const system = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  if (!/^ID="?debian"?$/m.test(system) || process.getuid?.() !== 0) return;
  run('apt-get', ['update', '-qq']);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name]);
}

/** Runs a program to its end, passing on its output. */
function run(program: string, args: string[]): void {
  process.stdout.write(`${program} ${args.join(' ')}\n`);
  spawnSync(program, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/** The browser without windows: the same pages in three fifths of the time. */
const headlessShell = 'chromium-headless-shell';
const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** Returns the path of this system's Chromium, preferring its headless shell; undefined if none is in PATH. */
export const findChromium = () => programInPath(headlessShell, ...browsers);

/**
 * Makes a Chromium available: on Debian as root the headless shell's package, else the system's, else the one that
 * Playwright installs. If none can be had, resolves with the reason.
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

/** Makes a Redis available: the system's, or its package on Debian as root. */
export function ensureRedis(): void {
  if (!hasRedis()) installOnDebian(redis);
}

/** Resolves with the contract suites for which there is neither a server nor a way to start one. */
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
      : [
          {
            project: 'redis',
            suite: 'the job queue on Redis, and the system under faults',
            reason: 'no redis-server is in the path',
          },
        ]),
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

import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** The Chromium of this system, or undefined where it has none in its path. */
export function findChromium(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.flatMap((folder) => programs.map((name) => join(folder, name))).find(isProgram);
}

/**
 * Makes sure that a Chromium is there: the system's, or on Debian as root its package, elsewhere the one that
 * Playwright installs. Answers why not where none can be had.
 */
export async function ensureChromium(): Promise<{ missing?: string }> {
  if (findChromium() || (await isPlaywrightsInstalled())) return {};
  if (isDebian() && process.getuid?.() === 0) {
    run('apt-get', ['update', '-qq']);
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']);
    if (findChromium()) return {};
  }
  run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']);
  if (await isPlaywrightsInstalled()) return {};
  return { missing: 'no Chromium is here, and neither apt-get nor Playwright could install one' };
}

async function isPlaywrightsInstalled(): Promise<boolean> {
  const { chromium } = await import('@playwright/test');
  return existsSync(chromium.executablePath());
}

function isDebian(): boolean {
  return existsSync('/etc/os-release') && /^ID="?debian"?$/m.test(readFileSync('/etc/os-release', 'utf8'));
}

function run(program: string, args: string[]): void {
  process.stdout.write(`${program} ${args.join(' ')}\n`);
  spawnSync(program, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

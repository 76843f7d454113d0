import { existsSync } from 'node:fs';
import process from 'node:process';
import { installOnDebian, programInPath, run } from './programs.ts';

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** The Chromium of this system, or undefined where it has none in its path. */
export function findChromium(): string | undefined {
  return programInPath(programs);
}

/**
 * Makes sure that a Chromium is there: the system's, or on Debian as root its package, elsewhere the one that
 * Playwright installs. Answers why not where none can be had.
 */
export async function ensureChromium(): Promise<{ missing?: string }> {
  if (findChromium() || (await isPlaywrightsInstalled())) return {};
  installOnDebian(['chromium']);
  if (findChromium()) return {};
  run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']);
  if (await isPlaywrightsInstalled()) return {};
  return { missing: 'no Chromium is here, and neither apt-get nor Playwright could install one' };
}

async function isPlaywrightsInstalled(): Promise<boolean> {
  const { chromium } = await import('@playwright/test');
  return existsSync(chromium.executablePath());
}

import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium } from './tools/testing/engines.ts';

const system = '**/*.system.e2e.spec.ts';
/** What depends on how the parts are joined: headers, streams, scripts and links through the one port. */
const joints = 'web/e2e/{navigation,security-policy}.site.e2e.spec.ts';
/** Judges how long something takes: nothing else may run beside it. */
const timed = 'infra/embedded/second-start.e2e.spec.ts';

/**
 * What is tested. `pages`: each page, before a system in the process of the specs that they can make fail. `launcher`: starting
 * and stopping, `timed`: what of it is held to a time. `embedded` and `split`: the whole system in a browser, as npm start and npm run start:split bring it:
 * first what holds on any site (`reading`), then, once nothing else reads, what also writes (`system`). All of what
 * holds on any site is seen on `pages`; on `embedded` and `split`, which show the same pages, the part that they could
 * spoil.
 */
const targets = {
  pages: { testMatch: 'web/**/*.e2e.spec.ts', testIgnore: system },
  launcher: { testMatch: 'infra/**/*.e2e.spec.ts', testIgnore: [system, timed] },
  timed: { testMatch: timed },
  embedded: { testMatch: system, task: 'start', reads: joints },
  split: { testMatch: system, task: 'start:split', reads: joints },
};
const target = (process.env['JOURNAL_E2E'] ?? 'pages') as keyof typeof targets;
const { task, reads, ...specs } = { task: undefined, reads: undefined, ...targets[target] };
const reading = `${target} reading`;

// Playwright reads this file anew in each of its processes; what is chosen once is handed on in the environment.
process.env['JOURNAL_E2E_PORT'] ??= execFileSync(
  process.execPath,
  [
    '-p',
    "const s = require('net').createServer().listen(0, '127.0.0.1', () => { console.log(s.address().port); s.close(); }); ''",
  ],
  { encoding: 'utf8' },
).trim();
process.env['SERVICE_TOKEN'] ??= randomBytes(32).toString('base64url');
// Specs read the mail that the system keeps there.
process.env['JOURNAL_E2E_DATA'] ??= join(tmpdir(), `journal-e2e-${randomBytes(8).toString('hex')}`);

const port = process.env['JOURNAL_E2E_PORT'];
const baseURL = `http://localhost:${port}`;
const chromium = findChromium();

export default defineConfig<object, { systemUrl: string | undefined }>({
  testDir: '.',
  forbidOnly: true,
  // The launcher's specs measure how long a start takes; the two ways of starting are tested side by side.
  workers: target === 'pages' ? 2 : 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  outputDir: `test-results/${target}`,
  ...(target === 'pages' ? { globalSetup: './tools/testing/site.setup.ts' } : {}),
  reporter: 'list',
  projects: task
    ? [
        { name: reading, testMatch: reads, use: { systemUrl: baseURL } },
        { name: target, ...specs, dependencies: [reading] },
      ]
    : [{ name: target, ...specs }],
  use: {
    baseURL,
    // A trace of every test, kept or not, is a fifth of the work: ask for one by --trace retain-on-failure.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  ...(task
    ? {
        webServer: {
          command: `"${process.execPath}" tools/testing/e2e-server.ts ${task}`,
          url: `${baseURL}/health/ready`,
          env: {
            PORT: port,
            SERVICE_TOKEN: process.env['SERVICE_TOKEN'],
            DATA_DIR: process.env['JOURNAL_E2E_DATA'],
          },
          timeout: 120_000,
          gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
          stdout: 'pipe',
        },
      }
    : {}),
});

import process from 'node:process';
import { parseArgs } from 'node:util';
import { defineConfig } from '@playwright/test';
import { findChromium, hasRedis } from './tools/testing/engines.ts';
import type { SystemOptions } from './tools/testing/started-system.ts';

const system = '**/*.system.e2e.spec.ts';
/** Specs of what each start could break, and of what the newsroom promises on both. */
const systemOnEachStart = [
  'infra/e2e/*.system.e2e.spec.ts',
  'web/e2e/account/passkeys.system.e2e.spec.ts',
  'web/e2e/admin/issues.system.e2e.spec.ts',
  'web/e2e/pitch/hide.system.e2e.spec.ts',
];
/** Of the site specs, those that depend on how the parts are connected: headers, streams, scripts and links. */
const joints = 'web/e2e/{navigation,security-policy}.site.e2e.spec.ts';
/** On `pages`, the walks of `layout.site` cover this. */
const policy = 'web/e2e/security-policy.site.e2e.spec.ts';
/** Kills and hangs a Redis among others. */
const faults = 'infra/faults/faults.e2e.spec.ts';
/** Animations take a twelfth of the time; site specs cover them. */
const lessMotion = { contextOptions: { reducedMotion: 'reduce' } } as const;
/** Measures durations: nothing else may run at the same time. */
const timed = 'infra/embedded/second-start.e2e.spec.ts';

// The pages' server uses the build of React that readers get, not the one that Playwright's `test` would choose.
process.env['NODE_ENV'] = 'production';

const { project: asked } = parseArgs({
  strict: false,
  options: { project: { type: 'string', multiple: true } },
}).values;
const isAsked = (project: string) => !asked || [asked].flat().includes(project);
const chromium = findChromium();

/**
 * `pages`: each page, in front of a system in the specs' process that they can make fail; what holds on any site is
 * tested with the oddest possible articles. `launcher`: starting and stopping, without a browser. `timed`: those of
 * them with a time limit. `embedded` and `split`: the whole system in a browser, as npm start and npm run start:split
 * run it, with those site specs that they could break. A story about one feature runs only on `split`, whose parts are
 * separate.
 */
export default defineConfig<object, SystemOptions>({
  testDir: '.',
  // Node runs our TypeScript directly, and caches the compiled code.
  build: { external: ['**/*'] },
  forbidOnly: true,
  // Specs of starts wait for processes most of the time.
  workers: 3,
  // A story is long and the machine may be busy; what never appears fails its expectation long before.
  timeout: 180_000,
  expect: { timeout: 10_000 },
  ...(isAsked('pages') ? { globalSetup: './tools/testing/site.setup.ts' } : {}),
  reporter: 'list',
  // In the order in which they start: the longest that one worker runs alone comes first.
  projects: [
    {
      name: 'launcher',
      testMatch: 'infra/**/*.e2e.spec.ts',
      testIgnore: [system, timed, ...(hasRedis() ? [] : [faults])],
      workers: 1,
    },
    {
      name: 'embedded',
      // Navigation between pages is the same in one process, and `pages` covers it.
      testMatch: [...systemOnEachStart, policy],
      workers: 1,
      use: { task: 'start', ...lessMotion },
    },
    { name: 'split', testMatch: [system, joints], workers: 1, use: { task: 'start:split', ...lessMotion } },
    {
      name: 'pages',
      testMatch: 'web/**/*.e2e.spec.ts',
      testIgnore: [system, policy],
      // Specs can't intercept the requests of a service worker.
      use: { serviceWorkers: 'block', ...lessMotion },
    },
    { name: 'timed', testMatch: timed },
  ],
  use: {
    // What has not happened by then never will.
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    // Tracing every test, kept or not, takes a fifth of the time: request it with --trace retain-on-failure.
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
        // No page lives long enough to recoup the cost of optimizing its code, which is a fifth of the work.
        '--js-flags=--no-opt,--no-maglev',
      ],
    },
  },
});

import process from 'node:process';
import { parseArgs } from 'node:util';
import { defineConfig } from '@playwright/test';
import { findChromium } from './tools/testing/engines.ts';
import type { SystemOptions } from './tools/testing/started-system.ts';

const system = '**/*.system.e2e.spec.ts';
/** What each way of starting could spoil, and what the newsroom promises on both. */
const systemOnEachStart = [
  'infra/e2e/*.system.e2e.spec.ts',
  'web/e2e/account/passkeys.system.e2e.spec.ts',
  'web/e2e/admin/issues.system.e2e.spec.ts',
  'web/e2e/pitch/hide.system.e2e.spec.ts',
];
/** Of what holds on any site, what depends on how the parts are joined: headers, streams, scripts and links. */
const joints = 'web/e2e/{navigation,security-policy}.site.e2e.spec.ts';
/** On `pages` the walks of `layout.site` see to it. */
const policy = 'web/e2e/security-policy.site.e2e.spec.ts';
/** Animations are a twelfth of the work; specs of any site see them. */
const lessMotion = { contextOptions: { reducedMotion: 'reduce' } } as const;
/** Judges how long something takes: nothing else may run beside it. */
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
 * `pages`: each page, before a system in the process of the specs that they can make fail; what holds on any site is tried
 * on articles as odd as they may be. `launcher`: starting and stopping, without a browser, and `timed`: what of it is held
 * to a time. `embedded` and `split`: the whole system in a browser, as npm start and npm run start:split bring it; of what
 * holds on any site, the part that they could spoil. A story of one feature runs on `split` alone, whose parts are apart.
 */
export default defineConfig<object, SystemOptions>({
  testDir: '.',
  // Node runs our TypeScript as it is, and keeps what it has compiled.
  build: { external: ['**/*'] },
  forbidOnly: true,
  // Those of starts wait for processes most of the time.
  workers: 3,
  // A story is long and the machine may be busy; what never comes fails its expectation long before.
  timeout: 180_000,
  expect: { timeout: 10_000 },
  ...(isAsked('pages') ? { globalSetup: './tools/testing/site.setup.ts' } : {}),
  reporter: 'list',
  // In the order in which they begin: the longest that one worker does alone comes first.
  projects: [
    { name: 'launcher', testMatch: 'infra/**/*.e2e.spec.ts', testIgnore: [system, timed], workers: 1 },
    {
      name: 'embedded',
      // How people get from page to page is the same in one process, as `pages` has it.
      testMatch: [...systemOnEachStart, policy],
      workers: 1,
      use: { task: 'start', ...lessMotion },
    },
    { name: 'split', testMatch: [system, joints], workers: 1, use: { task: 'start:split', ...lessMotion } },
    {
      name: 'pages',
      testMatch: 'web/**/*.e2e.spec.ts',
      testIgnore: [system, policy],
      // What a worker asks for can't be held back by a spec.
      use: { serviceWorkers: 'block', ...lessMotion },
    },
    { name: 'timed', testMatch: timed },
  ],
  use: {
    // What has not come by then never will.
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
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
        // No page lives long enough to win back what compiling its code once more, and better, costs: a fifth of its work.
        '--js-flags=--no-opt,--no-maglev',
      ],
    },
  },
});

import { expect, test } from 'vitest';
import { faultsOf, houseRules } from './house-rules.ts';

// Assembled from parts: no file may contain a machine's path, including this one.
const sharedFolder = ['../shared', 'work', 'x'].join('/');
const long = 'x\n'.repeat(301);
const { noPathOfOneMachine, noRegistry, everySpecRuns, noModuleIsReplaced, domainIsPure } = houseRules;
const { onlyConfigReadsEnvironment, sentencesAreTypeset } = houseRules;
const notTooLong = { fault: 'has 301 lines; split it below 300' };

test.each([
  [notTooLong, 'services/query/src/a.ts', long],
  [notTooLong, 'web/styles/a.css', long],
  [noPathOfOneMachine, 'docs/a.md', 'see /home/someone/journal'],
  [noPathOfOneMachine, 'web/a.ts', `import '/${'work'}/main/x.ts'`],
  [noRegistry, 'pnpm-lock.yaml', `tarball: https://registry.${'npmjs'}.org/x`],
  [everySpecRuns, 'web/a.unit.spec.ts', "test.skip('x', () => {})"],
  [everySpecRuns, 'web/a.unit.spec.ts', "describe.only('x', () => {})"],
  [noModuleIsReplaced, 'web/a.unit.spec.ts', `vi.${'mock'}('node:fs')`],
  [domainIsPure, 'services/command/src/article/article.decider.ts', 'const at = Date.now();'],
  [domainIsPure, 'services/command/src/article/article.state.ts', 'Math.random()'],
  [onlyConfigReadsEnvironment, 'services/query/src/a.ts', 'process.env.PORT'],
  [sentencesAreTypeset, 'web/features/a.tsx', `  <p>This can't be opened.</p>`],
  [sentencesAreTypeset, 'packages/contracts/src/a.ts', `message: "It isn't", // we say`],
  [sentencesAreTypeset, 'web/pages/about/+Page.tsx', "value: '12-18'"],
])('$fault: reported for $1', ({ fault }, path, text) => {
  expect(faultsOf(path, text)).toEqual([expect.stringContaining(fault)]);
});

test.each([
  ['services/query/src/a.unit.spec.ts', long],
  ['docs/a.md', long],
  ['docs/a.md', `served at /about, kept in node_modules/.bin, as ${sharedFolder} is`],
  ['web/a.unit.spec.ts', "test('only one wins', () => {})"],
  ['web/a.unit.spec.ts', "vi.spyOn(console, 'error')"],
  ['services/command/src/article/article.decider.ts', 'const { at } = command; // Dates come from outside'],
  ['services/command/src/article/article.handler.ts', 'Date.now()'],
  ['services/query/src/config.ts', 'process.env'],
  [
    'web/features/a.tsx',
    "  // It can't be\n  const isOpen = true; // it isn't\n  <p>This can’t, at 12–18.</p>",
  ],
  ['web/features/a.tsx', `  text="Where young voices shape today's conversations." at="2026-01-31"`],
])('%s with "%s" has no fault', (path, text) => {
  expect(faultsOf(path, text)).toEqual([]);
});

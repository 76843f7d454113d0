import { expect, test } from 'vitest';
import {
  domainIsPure,
  everySpecRuns,
  noForeignPlaces,
  noModuleIsReplaced,
  notTooLong,
  onlyConfigReadsEnvironment,
} from './house-rules.ts';

// Not in one piece: no file may hold a path of a machine, this one included.
const sharedFolder = ['../shared', 'work', 'x'].join('/');
const long = 'x\n'.repeat(301);

test.each([
  [notTooLong, 'services/query/src/a.ts', long],
  [noForeignPlaces, 'docs/a.md', 'see /home/someone/journal'],
  [noForeignPlaces, 'web/a.ts', `import '/${'work'}/main/x.ts'`],
  [noForeignPlaces, 'pnpm-lock.yaml', `tarball: https://registry.${'npmjs'}.org/x`],
  [everySpecRuns, 'web/a.unit.spec.ts', "test.skip('x', () => {})"],
  [everySpecRuns, 'web/a.unit.spec.ts', "describe.only('x', () => {})"],
  [noModuleIsReplaced, 'web/a.unit.spec.ts', `vi.${'mock'}('node:fs')`],
  [domainIsPure, 'services/command/src/article/article.decider.ts', 'const at = Date.now();'],
  [domainIsPure, 'services/command/src/article/article.state.ts', 'Math.random()'],
  [onlyConfigReadsEnvironment, 'services/query/src/a.ts', 'process.env.PORT'],
])('%o finds its fault in %s', (rule, path, text) => {
  expect(rule({ path, text })).toHaveLength(1);
});

test.each([
  [notTooLong, 'services/query/src/a.unit.spec.ts', long],
  [notTooLong, 'web/styles/a.css', long],
  [noForeignPlaces, 'docs/a.md', `served at /about, kept in node_modules/.bin, as ${sharedFolder} is`],
  [everySpecRuns, 'web/a.unit.spec.ts', "test('only one wins', () => {})"],
  [noModuleIsReplaced, 'web/a.unit.spec.ts', "vi.spyOn(console, 'error')"],
  [
    domainIsPure,
    'services/command/src/article/article.decider.ts',
    'const { at } = command; // Dates come from outside',
  ],
  [domainIsPure, 'services/command/src/article/article.handler.ts', 'Date.now()'],
  [onlyConfigReadsEnvironment, 'services/query/src/config.ts', 'process.env'],
])('%o leaves alone what keeps it in %s', (rule, path, text) => {
  expect(rule({ path, text })).toEqual([]);
});

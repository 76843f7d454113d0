import { expect, test } from 'vitest';
import { closingLine, failure, judge } from './outcome.ts';
import { launcherSuite, vitestSuite } from './suites.ts';

const figures = { passed: 3, failed: 0, skipped: 0, failures: [] };

test('a suite that went well keeps its figures', () => {
  expect(judge('unit', figures, 0)).toEqual({ suite: 'unit', ...figures });
});

test.each([
  ['leaves no report', undefined, 0],
  ['ends badly with every test passed', figures, 1],
  ['runs no test', { ...figures, passed: 0 }, 0],
  ['only skips', { ...figures, passed: 0, skipped: 4 }, 0],
])('a suite that %s has failed', (_what, reported, code) => {
  expect(judge('unit', reported, code)).toMatchObject({ failed: 1, note: expect.any(String) });
});

test('the closing line sums all suites and speaks of skipped tests only where there are some', () => {
  expect(closingLine([judge('a', figures, 0), judge('b', { ...figures, failed: 2 }, 1)])).toBe(
    '6 passed, 2 failed',
  );
  expect(closingLine([judge('a', { ...figures, skipped: 1 }, 0)])).toBe('3 passed, 0 failed, 1 skipped');
});

test('a failed test is told by its place and by why, without colours and stack', () => {
  const message = '\n\u001b[31mError: 2 is not 3\u001b[39m\n\n  Expected: 3\n    at a.spec.ts:3\n    at run';
  expect(failure(['a.spec.ts', '', 'adds'], message)).toEqual({
    test: 'a.spec.ts › adds',
    why: ['Error: 2 is not 3', 'Expected: 3'],
  });
  expect(failure(['a.spec.ts']).why).toEqual(['no reason was given']);
  expect(failure(['a.spec.ts'], 'long\n'.repeat(100)).why).toHaveLength(8);
});

test("Vitest's report names what failed: tests, and files that broke outside of their tests", () => {
  const result = { ancestorTitles: ['sums'], failureMessages: [] };
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      {
        name: `${process.cwd()}/sums.spec.ts`,
        status: 'failed',
        message: '',
        assertionResults: [
          { ...result, title: 'adds', status: 'passed' },
          { ...result, title: 'divides', status: 'failed', failureMessages: ['Error: by nought\n    at …'] },
        ],
      },
      {
        name: `${process.cwd()}/torn.spec.ts`,
        status: 'failed',
        message: 'SyntaxError: Unexpected end',
        assertionResults: [],
      },
    ],
  };
  expect(vitestSuite.figures(report)).toEqual({
    passed: 1,
    failed: 1,
    skipped: 3,
    failures: [
      { test: 'sums.spec.ts › sums › divides', why: ['Error: by nought'] },
      { test: 'torn.spec.ts', why: ['SyntaxError: Unexpected end'] },
    ],
  });
});

test("Playwright's report names what failed, in groups too", () => {
  const passed = { title: 'opens', ok: true, tests: [{ results: [{}] }] };
  const failed = {
    title: 'closes',
    ok: false,
    tests: [{ results: [{ error: { message: 'TimeoutError: 10 s\n  - waiting' } }] }],
  };
  const report = {
    stats: { expected: 2, unexpected: 2, flaky: 1, skipped: 4 },
    suites: [
      {
        title: 'door.e2e.spec.ts',
        specs: [passed, failed],
        suites: [{ title: 'at night', specs: [passed, failed] }],
      },
    ],
  };
  expect(launcherSuite.figures(report)).toEqual({
    passed: 3,
    failed: 2,
    skipped: 4,
    failures: [
      { test: 'door.e2e.spec.ts › closes', why: ['TimeoutError: 10 s', '- waiting'] },
      { test: 'door.e2e.spec.ts › at night › closes', why: ['TimeoutError: 10 s', '- waiting'] },
    ],
  });
});

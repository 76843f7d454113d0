import { expect, test } from 'vitest';
import { launcherSuite } from './browser.suite.ts';
import { vitestSuite } from './vitest.suite.ts';

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

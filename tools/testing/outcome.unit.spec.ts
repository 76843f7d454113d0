import { fileURLToPath } from 'node:url';
import type { TestResult } from '@playwright/test/reporter';
import { expect, test } from 'vitest';
import type { TestModule } from 'vitest/node';
import { figuresOfPlaywright, figuresOfVitest } from './figures-reporter.ts';
import { closingLine, failure, judge, type ReportedError } from './outcome.ts';

const figures = { passed: 3, failed: 0, skipped: 0, failures: [] };

test('a successful suite keeps its figures', () => {
  expect(judge('unit', figures, 0)).toEqual({ suite: 'unit', ...figures });
});

test.each([
  ['leaves no report', undefined, 0],
  ['ends badly with every test passed', figures, 1],
  ['runs no test', { ...figures, passed: 0 }, 0],
  ['only skips', { ...figures, passed: 0, skipped: 4 }, 0],
])('a suite that %s counts as failed', (_what, reported, code) => {
  expect(judge('unit', reported, code)).toMatchObject({ failed: 1, note: expect.any(String) });
});

test('the closing line sums all suites, and mentions skipped tests only if there are any', () => {
  expect(closingLine([judge('a', figures, 0), judge('b', { ...figures, failed: 2 }, 1)])).toBe(
    '6 passed, 2 failed',
  );
  expect(closingLine([judge('a', { ...figures, skipped: 1 }, 0)])).toBe('3 passed, 0 failed, 1 skipped');
});

test('a failed test is reported with its place and reason, without colours or stack', () => {
  const message = '\n\u001b[31mError: 2 is not 3\u001b[39m\n\n  Expected: 3\n    at a.spec.ts:3\n    at run';
  expect(failure(['a.spec.ts', '', 'adds'], { message })).toEqual({
    test: 'a.spec.ts › adds',
    why: ['Error: 2 is not 3', 'Expected: 3'],
  });
  expect(failure(['a.spec.ts']).why).toEqual(['no reason was given']);
  expect(failure(['a.spec.ts'], { message: 'long\n'.repeat(100) }).why).toHaveLength(8);
});

test('up to three causes follow the message of a failed test, each with its first line in our files', () => {
  const own = fileURLToPath(new URL('sums.spec.ts', import.meta.url));
  const cause: ReportedError = {
    stack: `AssertionError: 2 is not 3\n    at Property.run (file:///x/node_modules/fc.js:9:1)\n    at add (${own}:7:3)`,
    cause: { message: 'the sums are away' },
  };
  const message = 'Property failed after 1 tests\nCounterexample: [2]';
  const causes = ['Cause: AssertionError: 2 is not 3', 'at add (tools/testing/sums.spec.ts:7:3)'];
  expect(failure([], { message, cause }).why).toEqual([
    ...message.split('\n'),
    ...causes,
    'Cause: the sums are away',
  ]);
  cause.cause = cause;
  expect(failure([], { message, cause }).why).toEqual([
    ...message.split('\n'),
    ...[1, 2, 3].flatMap(() => causes),
  ]);
});

test('the figures of Vitest name failed tests, and files that failed outside of their tests', () => {
  const testOf = (fullName: string, state: string, ...messages: string[]) => ({
    fullName,
    result: () => ({ state, errors: messages.map((message) => ({ message })) }),
  });
  const moduleOf = (relativeModuleId: string, errors: string[], ...tests: ReturnType<typeof testOf>[]) => ({
    relativeModuleId,
    ok: () => false,
    errors: () => errors.map((message) => ({ message })),
    children: { allTests: () => tests, allSuites: () => [] },
  });
  const modules = [
    moduleOf(
      'sums.spec.ts',
      [],
      testOf('sums > adds', 'passed'),
      testOf('sums > divides', 'failed', 'Error: by nought\n    at …'),
      testOf('sums > guesses', 'skipped'),
    ),
    moduleOf('torn.spec.ts', ['SyntaxError: Unexpected end']),
  ];
  expect(figuresOfVitest(modules as unknown as TestModule[])).toEqual({
    passed: 1,
    failed: 2,
    skipped: 1,
    failures: [
      { test: 'sums.spec.ts › sums > divides', why: ['Error: by nought'] },
      { test: 'torn.spec.ts', why: ['SyntaxError: Unexpected end'] },
    ],
  });
});

test('the figures of Playwright name failed tests, and count flaky ones as passed', () => {
  const testOf = (
    title: string,
    outcome: 'expected' | 'unexpected' | 'flaky' | 'skipped',
    message?: string,
  ) => ({
    titlePath: () => ['', 'launcher', 'door.e2e.spec.ts', 'at night', title],
    ok: () => outcome !== 'unexpected',
    outcome: () => outcome,
    results: message ? [{ error: { message } } as TestResult] : [],
  });
  const tests = [
    testOf('opens', 'expected'),
    testOf('closes', 'unexpected', 'TimeoutError: 10 s\n  - waiting'),
    testOf('creaks', 'flaky', 'Error: once'),
    testOf('sleeps', 'skipped'),
  ];
  const why = ['TimeoutError: 10 s', '- waiting'];
  expect(figuresOfPlaywright(tests)).toEqual({
    passed: 2,
    failed: 1,
    skipped: 1,
    failures: [{ test: 'door.e2e.spec.ts › at night › closes', why }],
  });
});

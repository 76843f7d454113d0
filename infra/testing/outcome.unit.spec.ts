import { expect, test } from 'vitest';
import { closingLine, judge } from './outcome.ts';

const figures = { passed: 3, failed: 0, skipped: 0 };

test('a suite that went well keeps its figures', () => {
  expect(judge('unit', figures, 0)).toEqual({ suite: 'unit', ...figures });
});

test.each([
  ['leaves no report', undefined, 0],
  ['ends badly with every test passed', figures, 1],
  ['runs no test', { passed: 0, failed: 0, skipped: 0 }, 0],
  ['only skips', { passed: 0, failed: 0, skipped: 4 }, 0],
])('a suite that %s has failed', (_what, reported, code) => {
  expect(judge('unit', reported, code)).toMatchObject({ failed: 1, note: expect.any(String) });
});

test('the closing line sums all suites and speaks of skipped tests only where there are some', () => {
  expect(closingLine([judge('a', figures, 0), judge('b', { ...figures, failed: 2 }, 1)])).toBe(
    '6 passed, 2 failed',
  );
  expect(closingLine([judge('a', { ...figures, skipped: 1 }, 0)])).toBe('3 passed, 0 failed, 1 skipped');
});

import { relative } from 'node:path';
import { type Failure, failure } from '../outcome.ts';
import type { Suite } from '../run-suite.ts';

interface Report {
  testResults: {
    name: string;
    message: string;
    status: string;
    assertionResults: {
      ancestorTitles: string[];
      title: string;
      status: string;
      failureMessages?: string[];
    }[];
  }[];
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
}

/** Unit, contract, integration and boundary specs. */
export const vitestSuite: Suite = {
  name: 'unit, contract, integration and boundary tests',
  command: (report) => [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ],
  figures(report) {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = report as Report;
    return {
      passed: numPassedTests,
      failed: numFailedTests,
      skipped: numPendingTests + numTodoTests,
      failures: testResults.flatMap(failuresOf),
    };
  },
};

/** A file that could not be read as a spec, or that broke outside of its tests, failed without a failed test. */
function failuresOf({ name, status, message, assertionResults }: Report['testResults'][number]): Failure[] {
  const file = relative('.', name);
  const failed = assertionResults
    .filter((result) => result.status === 'failed')
    .map(({ ancestorTitles, title, failureMessages }) =>
      failure([file, ...ancestorTitles, title], failureMessages?.[0]),
    );
  return failed.length === 0 && status === 'failed' ? [failure([file], message)] : failed;
}

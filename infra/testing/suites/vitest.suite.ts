import type { Suite } from '../run-suite.ts';

interface Report {
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
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report as Report;
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
  },
};

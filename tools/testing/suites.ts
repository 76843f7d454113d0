import { relative } from 'node:path';
import { type Failure, failure } from './outcome.ts';
import type { Suite } from './run-suite.ts';

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: Titled[];
}

/** A file, or a group of its tests. */
interface Titled {
  title: string;
  suites?: Titled[];
  specs: { title: string; ok: boolean; tests: { results: { error?: { message?: string } }[] }[] }[];
}

/** What of starting is held to a time, and so needs the machine for itself. */
export const timedSuite = playwrightSuite('starting in time', ['timed']);

/** Starting and stopping, which needs no browser. */
export const launcherSuite = playwrightSuite('starting and stopping', ['launcher']);

/** The same, the pages, and the whole system as each way of starting brings it. */
export const browserSuite = playwrightSuite('starting, stopping and browser tests', [
  'launcher',
  'embedded',
  'split',
  'site',
  'pages',
]);

function playwrightSuite(name: string, projects: readonly string[]): Suite {
  return {
    name,
    command: () => [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--reporter=list,json',
      ...projects.map((project) => `--project=${project}`),
    ],
    environment: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
    figures(report) {
      const { stats, suites } = report as PlaywrightReport;
      const { expected, unexpected, flaky, skipped } = stats;
      return {
        passed: expected + flaky,
        failed: unexpected,
        skipped,
        failures: suites.flatMap((suite) => failuresOf(suite)),
      };
    },
  };
}

function failuresOf({ title, suites = [], specs }: Titled, above: readonly string[] = []): Failure[] {
  const titles = [...above, title];
  const own = specs
    .filter(({ ok }) => !ok)
    .map((spec) =>
      failure(
        [...titles, spec.title],
        spec.tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message,
      ),
    );
  return [...own, ...suites.flatMap((suite) => failuresOf(suite, titles))];
}

interface VitestReport {
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
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } =
      report as VitestReport;
    return {
      passed: numPassedTests,
      failed: numFailedTests,
      skipped: numPendingTests + numTodoTests,
      failures: testResults.flatMap(failuresOfFile),
    };
  },
};

/** A file that could not be read as a spec, or that broke outside of its tests, failed without a failed test. */
function failuresOfFile({
  name,
  status,
  message,
  assertionResults,
}: VitestReport['testResults'][number]): Failure[] {
  const file = relative('.', name);
  const failed = assertionResults
    .filter((result) => result.status === 'failed')
    .map(({ ancestorTitles, title, failureMessages }) =>
      failure([file, ...ancestorTitles, title], failureMessages?.[0]),
    );
  return failed.length === 0 && status === 'failed' ? [failure([file], message)] : failed;
}

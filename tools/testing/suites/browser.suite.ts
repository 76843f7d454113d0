import { type Failure, failure } from '../outcome.ts';
import type { Suite } from '../run-suite.ts';

interface Report {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: Titled[];
}

/** A file, or a group of its tests. */
interface Titled {
  title: string;
  suites?: Titled[];
  specs: { title: string; ok: boolean; tests: { results: { error?: { message?: string } }[] }[] }[];
}

/** The specs of the ways of starting, which need no browser. */
export const launcherSuite = playwrightSuite('launcher', 'starting and stopping');

/** The pages by themselves, and the whole system as each way of starting brings it. */
export const browserSuites = [
  playwrightSuite('pages', 'browser tests of the pages'),
  playwrightSuite('embedded', 'browser tests of the embedded start'),
  playwrightSuite('split', 'browser tests of the split start'),
];

function playwrightSuite(target: string, name: string): Suite {
  return {
    name,
    command: () => ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'],
    environment: (report) => ({ JOURNAL_E2E: target, PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
    figures(report) {
      const { stats, suites } = report as Report;
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

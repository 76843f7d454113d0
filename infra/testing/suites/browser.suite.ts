import type { Suite } from '../run-suite.ts';

interface Report {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

/** The specs of the ways of starting, which need no browser. */
export const launcherSuite = playwrightSuite('launcher', 'starting and stopping');

/** The pages in a browser, served by one way of starting the system. */
export function browserSuite(start: 'embedded' | 'split'): Suite {
  return playwrightSuite(start, `browser tests, ${start} start`);
}

function playwrightSuite(target: string, name: string): Suite {
  return {
    name,
    command: () => ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'],
    environment: (report) => ({ JOURNAL_E2E: target, PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
    figures(report) {
      const { expected, unexpected, flaky, skipped } = (report as Report).stats;
      return { passed: expected + flaky, failed: unexpected, skipped };
    },
  };
}

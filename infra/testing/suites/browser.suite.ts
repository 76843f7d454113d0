import type { Suite } from '../run-suite.ts';

interface Report {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

/** Browser and launcher specs against one way of starting the system. */
export function browserSuite(start: 'embedded' | 'split'): Suite {
  return {
    name: `browser tests, ${start} start`,
    command: () => ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'],
    environment: (report) => ({ JOURNAL_E2E: start, PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
    figures(report) {
      const { expected, unexpected, flaky, skipped } = (report as Report).stats;
      return { passed: expected + flaky, failed: unexpected, skipped };
    },
  };
}

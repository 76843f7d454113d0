/** What one suite came to. A suite that did not run has no figures. */
export interface Outcome {
  suite: string;
  passed: number;
  failed: number;
  skipped: number;
  /** What the person should know: why it did not run, or how it broke. */
  note?: string;
}

/** A suite that could not run here and whose absence is no fault of the code. */
export interface NotRun {
  suite: string;
  reason: string;
}

/** The last line of `npm test`. */
export function closingLine(outcomes: readonly Outcome[]): string {
  const sum = (figure: 'passed' | 'failed' | 'skipped') =>
    outcomes.reduce((total, outcome) => total + outcome[figure], 0);
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped}`;
}

/**
 * A runner's own figures, made honest: one that ended badly without a failed test, or that ran no test at all,
 * counts as one failure.
 */
export function judge(
  suite: string,
  figures: { passed: number; failed: number; skipped: number } | undefined,
  exitCode: number,
): Outcome {
  if (!figures)
    return { suite, passed: 0, failed: 1, skipped: 0, note: `it ended with ${exitCode} and left no report` };
  if (exitCode !== 0 && figures.failed === 0)
    return { suite, ...figures, failed: 1, note: `it ended with ${exitCode} though no test failed` };
  if (figures.passed + figures.failed === 0) return { suite, ...figures, failed: 1, note: 'it ran no test' };
  return { suite, ...figures };
}

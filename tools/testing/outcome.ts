import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

/** A failed test: which one, and why. */
export interface Failure {
  /** File and titles, as the runner prints them. */
  test: string;
  why: readonly string[];
}

/** Figures as reported by a runner. */
export interface Figures {
  passed: number;
  failed: number;
  skipped: number;
  failures: readonly Failure[];
}

/** The result of one suite. A suite that did not run has no figures. */
export interface Outcome extends Figures {
  suite: string;
  /** What the user should know: why it did not run, or how it broke. */
  note?: string;
}

/** Figures of a suite of which nothing ran. */
export const noFigures: Figures = { passed: 0, failed: 0, skipped: 0, failures: [] };

/** A suite that could not run here, through no fault of the code. */
export interface NotRun {
  suite: string;
  reason: string;
}

/** Maximum number of lines: enough for the locator, the expected and the actual value. */
const longestReason = 8;

/** Maximum depth of reported causes: an error may be its own cause. */
const mostCauses = 3;

const root = fileURLToPath(new URL('../..', import.meta.url));

/** An error as a runner reports it. */
export interface ReportedError {
  message?: string | undefined;
  stack?: string | undefined;
  cause?: ReportedError | undefined;
}

/**
 * Returns a failed test from its runner's report, without a message's colours, its stack and long text. A property's
 * failed assertion is its cause, so causes are reported as well, each with its first line in our files.
 */
export function failure(titles: readonly string[], error?: ReportedError): Failure {
  const why = linesOf(error?.stack ?? error?.message ?? 'no reason was given');
  let cause = error?.cause;
  for (let told = 0; cause && told < mostCauses; told++, cause = cause.cause) {
    const [first = '', ...others] = linesOf(cause.stack ?? cause.message ?? '');
    why.push(`Cause: ${first}`, ...others, ...placeOf(cause.stack));
  }
  return { test: titles.filter((title) => title !== '').join(' › '), why };
}

/** Returns the lines of a message, without the stack after it. */
function linesOf(message: string): string[] {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const stack = lines.findIndex((line) => line.startsWith('at '));
  return lines.slice(0, stack < 0 ? longestReason : Math.min(stack, longestReason));
}

/** Returns the first line of a stack that is in our files, if there is one. */
function placeOf(stack = ''): string[] {
  return stack
    .split('\n')
    .map((line) => line.trim().replace('file://', ''))
    .filter((line) => line.startsWith('at ') && line.includes(root) && !line.includes('node_modules'))
    .map((line) => line.replace(root, ''))
    .slice(0, 1);
}

/** Returns the last line of `npm test`. */
export function closingLine(outcomes: readonly Outcome[]): string {
  const sum = (figure: 'passed' | 'failed' | 'skipped') =>
    outcomes.reduce((total, outcome) => total + outcome[figure], 0);
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped}`;
}

/**
 * Corrects a runner's own figures: a run that ended badly without a failed test, or that ran no test at all, counts as
 * one failure.
 */
export function judge(suite: string, figures: Figures | undefined, exitCode: number): Outcome {
  const failed = (note: string): Outcome => ({ suite, ...(figures ?? noFigures), failed: 1, note });
  if (!figures) return failed(`it ended with ${exitCode} and left no report`);
  if (exitCode !== 0 && figures.failed === 0)
    return failed(`it ended with ${exitCode} though no test failed`);
  return figures.passed + figures.failed > 0 ? { suite, ...figures } : failed('it ran no test');
}

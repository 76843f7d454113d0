import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

/** A test that failed: where it stands, and why. */
export interface Failure {
  /** File and titles, as the runner prints them. */
  test: string;
  why: readonly string[];
}

/** A runner's own figures. */
export interface Figures {
  passed: number;
  failed: number;
  skipped: number;
  failures: readonly Failure[];
}

/** What one suite came to. A suite that did not run has no figures. */
export interface Outcome extends Figures {
  suite: string;
  /** What the person should know: why it did not run, or how it broke. */
  note?: string;
}

/** The figures of a suite of which none ran. */
export const nothing: Figures = { passed: 0, failed: 0, skipped: 0, failures: [] };

/** A suite that could not run here and whose absence is no fault of the code. */
export interface NotRun {
  suite: string;
  reason: string;
}

/** Lines: enough for what was looked for, expected and met. */
const longestReason = 8;

/** Causes of causes that are told: an error may be its own. */
const mostCauses = 3;

const root = fileURLToPath(new URL('../..', import.meta.url));

/** An error as a runner reports it. */
export interface ReportedError {
  message?: string | undefined;
  stack?: string | undefined;
  cause?: ReportedError | undefined;
}

/**
 * A failed test, made of what its runner reports: a message's colours, its stack and what is long are left out. A property
 * has the assertion that failed as its cause, so causes are told as well, each with its first line in our files.
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

/** The lines of a message, without what comes after it. */
function linesOf(message: string): string[] {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const stack = lines.findIndex((line) => line.startsWith('at '));
  return lines.slice(0, stack < 0 ? longestReason : Math.min(stack, longestReason));
}

/** The first line of a stack that is in our files, if there is one. */
function placeOf(stack = ''): string[] {
  return stack
    .split('\n')
    .map((line) => line.trim().replace('file://', ''))
    .filter((line) => line.startsWith('at ') && line.includes(root) && !line.includes('node_modules'))
    .map((line) => line.replace(root, ''))
    .slice(0, 1);
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
export function judge(suite: string, figures: Figures | undefined, exitCode: number): Outcome {
  const failed = (note: string): Outcome => ({ suite, ...(figures ?? nothing), failed: 1, note });
  if (!figures) return failed(`it ended with ${exitCode} and left no report`);
  if (exitCode !== 0 && figures.failed === 0)
    return failed(`it ended with ${exitCode} though no test failed`);
  return figures.passed + figures.failed > 0 ? { suite, ...figures } : failed('it ran no test');
}

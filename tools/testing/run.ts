import process from 'node:process';
import { ensureChromium, ensureRedis, missingEngines } from './engines.ts';
import { closingLine, type NotRun, noFigures, type Outcome } from './outcome.ts';
import { endRunningSuite, runSuite, suites } from './run-suite.ts';

/**
 * `npm test`: runs every suite that can run here, then prints the outcome of each, what could not run, and one closing
 * line.
 */
for (const event of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect'])
  process.once(event, () => void endRunningSuite().then(() => process.exit(1)));
process.channel?.unref();

ensureRedis();
const { missing } = await ensureChromium();
const outcomes: Outcome[] = [];
for (const suite of [suites.timed, suites.vitest, missing ? suites.launcher : suites.browser])
  outcomes.push(await runSuite(suite));
const notRun: NotRun[] = await missingEngines();
if (missing) notRun.push({ suite: 'browser tests', reason: missing });

// Anyone who only looks at the status of a CI run must not mistake one without browser tests for a complete one.
if (missing && process.env['CI'])
  outcomes.push({ ...noFigures, suite: 'browser tests', failed: 1, note: missing });

process.stdout.write('\n── Summary\n');
for (const outcome of outcomes) {
  const { suite, note, failures } = outcome;
  process.stdout.write(`${suite}: ${closingLine([outcome])}${note ? ` (${note})` : ''}\n`);
  for (const { test, why } of failures)
    process.stdout.write(`${[`  FAILED ${test}`, ...why].join('\n    ')}\n`);
}
for (const { suite, reason } of notRun) process.stdout.write(`NOT RUN ${suite}: ${reason}\n`);
process.stdout.write(`\n${closingLine(outcomes)}\n`);
process.exit(outcomes.every(({ failed }) => failed === 0) ? 0 : 1);

import process from 'node:process';
import { ensureChromium, ensureRedis, missingEngines } from './engines.ts';
import { closingLine, type NotRun, nothing, type Outcome } from './outcome.ts';
import { endRunningSuites, runSuites } from './run-suite.ts';
import { launcherSuite, pagesSuite, startSuites, timedSuite, vitestSuite } from './suites.ts';

/** `npm test`: every suite that can run here, then what each came to, what could not run, and one closing line. */
for (const event of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect'])
  process.once(event, () => void endRunningSuites().then(() => process.exit(1)));
process.channel?.unref();

ensureRedis();
const outcomes: Outcome[] = await runSuites([timedSuite]);
// Both wait for timers and processes most of the time; the browser's keep all cores busy.
outcomes.push(...(await runSuites([vitestSuite, launcherSuite])));
const notRun: NotRun[] = await missingEngines();

const { missing } = await ensureChromium();
if (missing) notRun.push({ suite: 'browser tests', reason: missing });
else for (const suites of [[pagesSuite], startSuites]) outcomes.push(...(await runSuites(suites)));

// Whoever reads the colour of a CI run only must not take a run without browser tests for a whole one.
if (missing && process.env['CI'])
  outcomes.push({ ...nothing, suite: 'browser tests', failed: 1, note: missing });

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

import { mkdir, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { endWithUsageError, readCommandLine } from '@journal/testing/command-line';
import { type MailingReport, runMailing } from './mailing/run-mailing.ts';
import { foreignEngine } from './rig/engines.ts';
import { type QueueBackend, queueBackends } from './rig/rig.ts';
import { type FaultsReport, runFaults } from './run-faults.ts';
import { type PlannedKind, plannedKinds } from './schedule.ts';
import { summaryOf, summaryOfMailing } from './summaries.ts';

const usage = `npm run faults [-- options]

Runs the system through rounds of faults, then through one mailing per queue, and checks the results. Exits with 1 if a
promise of docs/faults.md was broken.

  --seed <number>         repeats the schedule of an earlier run
  --only <kinds>          only these kinds of faults, comma-separated, or only "mailing"
  --kills <number>        stops the rounds after this many kills. Default: 500
  --rounds <number>       maximum number of rounds
  --minutes <number>      maximum duration. Default: 120
  --recipients <number>   of the mailing. Default: 10000
  --queue <queues>        of the mailing. Default: redis,postgres

FAULTS_EVENT_STORE_URL and FAULTS_SEARCH_URL (with FAULTS_SEARCH_KEY) use running engines for the log and the search;
FAULTS_EVENT_STORE_RESTART and FAULTS_SEARCH_RESTART are commands that kill and restart them.
`;
const { values } = readCommandLine(usage, {
  seed: { type: 'string', default: `${Date.now() % 1_000_000}` },
  kills: { type: 'string', default: '500' },
  rounds: { type: 'string', default: '100000' },
  minutes: { type: 'string', default: '120' },
  recipients: { type: 'string', default: '10000' },
  queue: { type: 'string', default: queueBackends.join(',') },
  only: { type: 'string' },
});
/** Returns the chosen names of an option. */
function chosen(name: 'only' | 'queue', choices: readonly string[]): string[] | undefined {
  const given = values[name]?.split(',');
  const unknown = given?.find((each) => !choices.includes(each));
  if (unknown === undefined) return given;
  return endWithUsageError(`--${name} must be one of ${choices.join(', ')}, not "${unknown}"`);
}
const seed = Number(values.seed);
const only = chosen('only', ['mailing', ...plannedKinds]);
const queues = chosen('queue', queueBackends) as QueueBackend[];
const kinds = only?.filter((kind) => kind !== 'mailing') as PlannedKind[] | undefined;
const say = (line: string) =>
  void process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
const foreign = (name: string, variable: string) => {
  const url = process.env[`FAULTS_${variable}_URL`];
  return url ? foreignEngine(name, url, process.env[`FAULTS_${variable}_RESTART`] ?? 'true') : undefined;
};

const ending = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => {
    say('Stopping after the current round …');
    ending.abort();
  });

say(`seed ${seed}`);
let rounds: FaultsReport | undefined;
if (kinds?.length !== 0) {
  const search = foreign('search', 'SEARCH');
  const began = performance.now();
  rounds = await runFaults({
    counts: { command: 2, query: 2, worker: 2, web: 2 },
    eventStore: foreign('event store', 'EVENT_STORE'),
    search: search && { ...search, key: process.env['FAULTS_SEARCH_KEY'] },
    seed,
    rounds: Number(values.rounds),
    kills: Number(values.kills),
    minutes: Number(values.minutes),
    signal: ending.signal,
    kinds,
    recovery: 10_000,
    longestAnswer: 8_000,
    mailTimeout: 120_000,
    say,
  });
  process.stdout.write(summaryOf(rounds, (performance.now() - began) / 1_000));
}
const mailings: MailingReport[] = [];
for (const queue of !only || only.includes('mailing') ? queues : []) {
  if (ending.signal.aborted) break;
  const mailing = await runMailing({
    ...{ seed, queue, say, recipients: Number(values.recipients), rate: 250 },
    ...{ processFaults: 30, outage: 60_000, longestHang: 20_000, unsubscribes: 40, deadline: 60 * 60_000 },
  });
  process.stdout.write(summaryOfMailing(mailing));
  mailings.push(mailing);
}
await mkdir('.bench', { recursive: true });
await writeFile('.bench/faults.json', `${JSON.stringify({ ...rounds, mailings }, null, 2)}\n`);
const violations = [rounds, ...mailings].flatMap((report) => report?.violations ?? []);
process.exit(violations.length > 0 ? 1 : 0);

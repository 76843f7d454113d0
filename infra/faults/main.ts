import { mkdir, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { foreignEngine } from './rig/engines.ts';
import { type FaultsReport, runFaults } from './run-faults.ts';
import type { PlannedKind } from './schedule.ts';

/**
 * `npm run faults [-- --kills 500 --minutes 30 --seed 1 --rounds 10 --only "kill,hang"]`. Ends with 1 where a promise was broken. With
 * FAULTS_EVENT_STORE_URL and FAULTS_SEARCH_URL (and FAULTS_SEARCH_KEY) the log and the search are on engines that run
 * already; FAULTS_EVENT_STORE_RESTART and FAULTS_SEARCH_RESTART are commands that kill and start them.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: `${Date.now() % 1_000_000}` },
    kills: { type: 'string', default: '500' },
    rounds: { type: 'string', default: '100000' },
    minutes: { type: 'string', default: '120' },
    only: { type: 'string' },
  },
});
const say = (line: string) =>
  void process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
const foreign = (name: string, variable: string) => {
  const url = process.env[`FAULTS_${variable}_URL`];
  return url ? foreignEngine(name, url, process.env[`FAULTS_${variable}_RESTART`] ?? 'true') : undefined;
};
const search = foreign('search', 'SEARCH');

const ending = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => {
    say('This round is the last one …');
    ending.abort();
  });

const began = performance.now();
say(`seed ${values.seed}`);
const report = await runFaults({
  counts: { command: 2, query: 2, worker: 2, web: 2 },
  eventStore: foreign('event store', 'EVENT_STORE'),
  search: search && { ...search, key: process.env['FAULTS_SEARCH_KEY'] },
  seed: Number(values.seed),
  rounds: Number(values.rounds),
  kills: Number(values.kills),
  minutes: Number(values.minutes),
  signal: ending.signal,
  kinds: values.only?.split(',') as PlannedKind[] | undefined,
  recovery: 10_000,
  longestAnswer: 8_000,
  mailTimeout: 120_000,
  say,
});
await mkdir('.bench', { recursive: true });
await writeFile('.bench/faults.json', `${JSON.stringify(report, null, 2)}\n`);
process.stdout.write(summaryOf(report, (performance.now() - began) / 1_000));
process.exit(report.faults.length > 0 ? 1 : 0);

function summaryOf(
  { faults, recoveries, takeovers, mails, ...report }: FaultsReport,
  seconds: number,
): string {
  const sorted = recoveries.toSorted((one, other) => one - other);
  const at = (share: number) => ((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) / 1_000).toFixed(1);
  const counts = (of: Readonly<Record<string, number>>) =>
    Object.entries(of)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  return [
    '',
    `seed ${report.seed}: ${report.rounds} rounds, ${report.kills} kills in ${(seconds / 60).toFixed(1)} minutes`,
    `faults: ${counts(report.injected)}`,
    `requests: ${counts(report.outcomes)}; the slowest took ${(report.slowest / 1_000).toFixed(1)} s`,
    `recovery: ${at(0.5)} s in the middle, ${at(0.99)} s of 99 in 100, ${at(1)} s at most; a leader that hung was followed after ${takeovers.map((taken) => `${(taken / 1_000).toFixed(1)} s`).join(', ') || '–'}`,
    `log: ${report.events} events; mails: ${mails.sent}, ${mails.twice} of them twice, ${mails.waiting} wait`,
    faults.length === 0 ? 'Every promise was kept.' : `${faults.length} promises were broken:`,
    ...faults.slice(0, 50).map((fault) => `  ${fault}`),
    `The services’ log: ${report.log}`,
    '',
  ].join('\n');
}

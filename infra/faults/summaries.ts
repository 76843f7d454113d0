import type { MailingReport } from './mailing/run-mailing.ts';
import type { FaultsReport } from './run-faults.ts';

/** Returns the summary of a run of faults, for a person. */
export function summaryOf(
  { violations, recoveries, takeovers, mails, ...report }: FaultsReport,
  seconds: number,
): string {
  const sorted = recoveries.toSorted((one, other) => one - other);
  const at = (share: number) => ((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) / 1_000).toFixed(1);
  return [
    '',
    `seed ${report.seed}: ${report.rounds} rounds, ${report.kills} kills in ${(seconds / 60).toFixed(1)} minutes`,
    `faults: ${listOf(report.injected)}`,
    `requests: ${listOf(report.outcomes)}; slowest: ${(report.slowest / 1_000).toFixed(1)} s`,
    `recovery: median ${at(0.5)} s, p99 ${at(0.99)} s, maximum ${at(1)} s; a hung leader was replaced after ${takeovers.map((taken) => `${(taken / 1_000).toFixed(1)} s`).join(', ') || '–'}`,
    `log: ${report.events} events; mails: ${mails.sent} sent, ${mails.twice} of them twice, ${mails.waiting} waiting`,
    ...violationLines(violations),
    `Log of the services: ${report.log}`,
    '',
  ].join('\n');
}

/** Returns the summary of a mailing, for a person. */
export function summaryOfMailing(report: MailingReport): string {
  const { seed, queue, recipients, seconds, injected, pauses, copies, counts, maxUncertain, withoutCopy } =
    report;
  return [
    '',
    `seed ${seed}: a mailing for ${recipients}, jobs in ${queue}, in ${(seconds / 60).toFixed(1)} minutes`,
    `faults: ${listOf(injected)}; ${pauses.length === 0 ? 'never paused' : `paused for ${pauses.join(', ')}`}`,
    `recipients: ${listOf(counts)}; copies: ${copies}`,
    `uncertain: ${counts.uncertain ?? 0} (at most ${maxUncertain} expected), ${withoutCopy} of them without a copy`,
    ...violationLines(report.violations),
    `Log of the services: ${report.log}`,
    '',
  ].join('\n');
}

const listOf = (of: Readonly<Record<string, number>>): string =>
  Object.entries(of)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

const violationLines = (violations: readonly string[]): string[] => [
  violations.length === 0
    ? 'No violations.'
    : `${violations.length} ${violations.length === 1 ? 'violation' : 'violations'}:`,
  ...violations.slice(0, 50).map((violation) => `  ${violation}`),
];

import { setTimeout as sleep } from 'node:timers/promises';
import { countsOf } from './counts.ts';
import { type JudgeOptions, judge, type Verdict } from './judge/judge.ts';
import { inject } from './rig/inject.ts';
import { type RigOptions, startRig } from './rig/rig.ts';
import { describeFault, type Fault, type PlannedKind, planRounds, type Round } from './schedule.ts';
import { durationOf } from './workload/history.ts';
import { startWorkload } from './workload/workload.ts';

export type FaultsOptions = RigOptions &
  JudgeOptions & {
    readonly seed: number;
    /** The run ends after this many rounds, kills of processes and engines, or minutes. */
    readonly rounds: number;
    readonly kills: number;
    readonly minutes?: number;
    /** Ends the run after the current round. */
    readonly signal?: AbortSignal;
    readonly kinds?: readonly PlannedKind[] | undefined;
    /** Used instead of the seed's plan. */
    readonly schedule?: readonly Round[];
    /** Milliseconds within which everything must work again. */
    readonly recovery: number;
    readonly say: (line: string) => void;
  };

export type FaultsReport = Verdict & {
  readonly seed: number;
  readonly rounds: number;
  /** Number of injected faults by kind. */
  readonly injected: Readonly<Record<string, number>>;
  readonly kills: number;
  /** Number of judged requests by outcome. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Milliseconds until recovery after each round, and until another worker led when the leader hung. */
  readonly recoveries: readonly number[];
  readonly takeovers: readonly number[];
  readonly slowest: number;
  readonly log: string;
};

const isKill = ({ kind }: Fault) => kind === 'kill' || kind === 'kill engine';
const mayTakeAtMost = 60_000;

/** Runs the workload under rounds of faults, waits after each until everything works, and judges the result. */
export async function runFaults(options: FaultsOptions): Promise<FaultsReport> {
  const { seed, rounds, kills, minutes = Number.POSITIVE_INFINITY, kinds, recovery, say } = options;
  const end = performance.now() + minutes * 60_000;
  const rig = await startRig(options);
  try {
    const workload = await startWorkload({
      url: rig.url,
      token: rig.environment['SERVICE_TOKEN'] ?? '',
      seed,
    });
    const injected: Fault[] = [];
    const recoveries: number[] = [];
    const takeovers: number[] = [];
    const violations: string[] = [];

    async function recover(round: Round): Promise<void> {
      const what = round.map(({ fault }) => describeFault(fault)).join(', ');
      const from = performance.now();
      let last = '';
      for (;;) {
        const health = await fetch(`${rig.url}/health/ready`);
        const told = await health.text();
        if (health.status === 200 && (await workload.isWell())) break;
        last = (health.status === 200 && last) || told;
        if (performance.now() - from > mayTakeAtMost)
          throw new Error(`Not recovered ${mayTakeAtMost / 1_000} s after ${what}: ${told}`);
        await sleep(50);
      }
      const taken = performance.now() - from;
      recoveries.push(taken);
      if (taken > recovery)
        violations.push(
          `${(taken / 1_000).toFixed(1)} s to recover from ${what}; waited for ${missingIn(last)}`,
        );
    }

    /** While the leader hangs, another worker must lead within the recovery time. */
    async function takeOver(): Promise<void> {
      const from = performance.now();
      await sleep(1_000);
      while (!(await workload.isWell()) && performance.now() - from < mayTakeAtMost);
      const taken = performance.now() - from;
      takeovers.push(taken);
      if (taken > recovery) violations.push(`${(taken / 1_000).toFixed(1)} s until another worker led`);
    }

    const planned = options.schedule ?? planRounds(seed, rig.targets, kinds);
    let done = 0;
    const killed = () => injected.filter(isKill).length;
    for (const round of planned) {
      if (done >= rounds || killed() >= kills || performance.now() > end || options.signal?.aborted) break;
      const begin = (fault: Fault) => {
        injected.push(fault);
        say(describeFault(fault));
      };
      const hangs = round.some(({ fault }) => fault.kind === 'hang the leader');
      await Promise.all([inject(rig, round, begin), hangs && takeOver()]);
      await recover(round);
      done++;
      say(`round ${done} done, ${killed()} kills; recovered after ${(recoveries.at(-1) ?? 0).toFixed(0)} ms`);
    }
    await workload.stop();
    const { history } = workload;
    say(`judging ${history.length} requests …`);
    const verdict = await judge(rig, history, options);
    return {
      ...verdict,
      violations: [...violations, ...verdict.violations],
      seed,
      rounds: done,
      injected: countsOf(injected.map(({ kind }) => kind)),
      kills: killed(),
      outcomes: countsOf(
        history.map((each) => ('outcome' in each ? `${each.kind} ${each.outcome}` : each.kind)),
      ),
      recoveries,
      takeovers,
      slowest: Math.max(...history.map(durationOf)),
      log: rig.log,
    };
  } finally {
    await rig.stop();
  }
}

/** Returns the processes that a health report lists as missing, each with its own report. */
function missingIn(report: string): string {
  const { missing = [], processes = {} } = JSON.parse(report || '{}') as {
    missing?: string[];
    processes?: Record<string, unknown>;
  };
  return (
    missing.map((name) => `${name} (${JSON.stringify(processes[name])})`).join(', ') || 'a write and its read'
  );
}

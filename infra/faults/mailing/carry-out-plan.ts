import { setTimeout as sleep } from 'node:timers/promises';
import { inject, leaderOf } from '../rig/inject.ts';
import type { Rig } from '../rig/rig.ts';
import { describeFault, type Fault } from '../schedule.ts';
import { addressOf, type MailedJournal } from './mailed-journal.ts';
import {
  type Incident,
  type MailingPlan,
  type Moment,
  type ProcessFault,
  sendingMoments,
} from './plan-mailing.ts';

/** Interval between checks of a mailing's progress, in milliseconds. */
const pollInterval = 200;

type Stage = {
  readonly rig: Rig;
  readonly journal: MailedJournal;
  readonly plan: MailingPlan;
  readonly say: (line: string) => void;
  /** Share of recipients that are settled, from 0 to 1. */
  readonly progress: () => number;
};

/** Injects the planned faults, at the notified moments and once enough recipients are settled, until it is stopped. */
export function carryOutPlan({ rig, journal, plan, say, progress }: Stage) {
  const all = rig.workers.map(({ name }) => name);
  const once = new Map(plan.once);
  const injected: string[] = [];
  const left = new Map<string, Date>();
  let crashes = 0;
  let isOver = false;
  /** The next process fault, and the moment that it waits for. */
  let next: { readonly moment: Moment; readonly inject: () => Promise<void> } | undefined;

  const carryOut = (faults: readonly Fault[]) =>
    inject(
      rig,
      faults.map((fault) => ({ at: 0, fault })),
      (fault) => say(`${Math.round(progress() * 100)} %: ${describeFault(fault)}`),
    );

  async function injectInto(
    moment: Moment,
    fault: ProcessFault,
    processes: readonly string[],
  ): Promise<void> {
    injected.push(`${fault.kind} at ${moment}`);
    // Before these moments no recipient is claimed, and after them all are settled.
    const isSending = sendingMoments.some((each) => each === moment);
    if (isSending && fault.kind !== 'end') crashes++;
    say(`at "${moment}":`);
    await carryOut(processes.map((process) => ({ ...fault, process })));
  }

  async function injectAt({
    fault,
    moment,
    isForAll,
  }: Extract<Incident, { kind: 'process-fault' }>): Promise<void> {
    const leader = isForAll ? undefined : await sendingWorker();
    const over = Promise.withResolvers<void>();
    next = {
      moment,
      inject: async () => {
        const injection = injectInto(moment, fault, leader ? [leader] : all);
        injection.then(over.resolve, over.reject);
        // Whatever waits for this moment continues while a process hangs.
        if (fault.kind !== 'hang') await injection;
      },
    };
    while (!isOver && next) await sleep(pollInterval);
    if (!next) await over.promise;
  }

  async function sendingWorker(): Promise<string | undefined> {
    for (;;) {
      const leader = await leaderOf(rig, 'reactor_mailing').catch(() => undefined);
      if (leader || isOver) return leader;
      await sleep(pollInterval);
    }
  }

  async function happen(incident: Incident): Promise<void> {
    switch (incident.kind) {
      case 'process-fault':
        return injectAt(incident);
      case 'outage':
        crashes++;
        return carryOut([{ kind: 'kill engine', engine: 'postgres', lasts: incident.lasts }]);
      case 'unsubscribe':
        await journal.unsubscribe(incident.reader);
        return noteLeft(incident.reader);
      case 'erase':
        await journal.erase();
        say(`${addressOf(plan.erased)} was erased`);
        return noteLeft(plan.erased);
      default:
        return incident satisfies never;
    }
  }
  function noteLeft(reader: number): void {
    left.set(journal.readers[reader]?.subscriberId ?? '', new Date());
  }

  async function happenInOrder(): Promise<void> {
    for (const incident of plan.incidents) {
      while (!isOver && progress() < incident.progress) await sleep(pollInterval);
      if (isOver) return;
      await happen(incident);
    }
  }

  const happening = happenInOrder();
  return {
    /** Process faults that were injected, each with its moment. */
    injected,
    /** When each unsubscription was acknowledged, by subscriber id. */
    left,
    /** Number of crashes that may have left the outcome of copies in transit unknown. */
    crashes: () => crashes,
    /** Resolves when everything planned for this moment has happened. */
    async onMoment(moment: Moment): Promise<void> {
      const fault = once.get(moment);
      once.delete(moment);
      if (fault) return injectInto(moment, fault, all);
      if (next?.moment !== moment) return;
      const injectNext = next.inject;
      next = undefined;
      await injectNext();
    },
    /** Resolves when the incident under way has ended. */
    async stop(): Promise<void> {
      isOver = true;
      await happening;
    },
  };
}

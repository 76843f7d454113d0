import { setTimeout as sleep } from 'node:timers/promises';
import { inject, leaderOf } from '../rig/inject.ts';
import type { Rig } from '../rig/rig.ts';
import { describeFault, type Fault } from '../schedule.ts';
import { addressOf, type MailedJournal } from './mailed-journal.ts';
import { type Blow, type Incident, type MailingPlan, type Moment, sendingMoments } from './plan-mailing.ts';

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

/** Strikes as planned, at the moments it is notified of and once enough recipients are settled, until it is stopped. */
export function carryOutPlan({ rig, journal, plan, say, progress }: Stage) {
  const all = rig.workers.map(({ name }) => name);
  const once = new Map(plan.once);
  const fallen: string[] = [];
  const left = new Map<string, Date>();
  let crashes = 0;
  let isOver = false;
  /** The next blow, and the moment that it waits for. */
  let next: { readonly moment: Moment; readonly strike: () => Promise<void> } | undefined;

  const carryOut = (faults: readonly Fault[]) =>
    inject(
      rig,
      faults.map((fault) => ({ at: 0, fault })),
      (fault) => say(`${Math.round(progress() * 100)} %: ${describeFault(fault)}`),
    );

  async function strike(moment: Moment, blow: Blow, processes: readonly string[]): Promise<void> {
    fallen.push(`${blow.kind} at ${moment}`);
    // Before these moments no recipient is claimed, and after them all are settled.
    const isSending = sendingMoments.some((each) => each === moment);
    if (isSending && blow.kind !== 'end') crashes++;
    say(`at "${moment}":`);
    await carryOut(processes.map((process) => ({ ...blow, process })));
  }

  async function strikeAt({ blow, moment, isForAll }: Extract<Incident, { kind: 'blow' }>): Promise<void> {
    const leader = isForAll ? undefined : await sendingWorker();
    const over = Promise.withResolvers<void>();
    next = {
      moment,
      strike: async () => {
        const struck = strike(moment, blow, leader ? [leader] : all);
        struck.then(over.resolve, over.reject);
        // Whatever waits for this moment continues while a process hangs.
        if (blow.kind !== 'hang') await struck;
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
      case 'blow':
        return strikeAt(incident);
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
    /** Blows that were struck, each with its moment. */
    fallen,
    /** When each unsubscription was acknowledged, by subscriber id. */
    left,
    /** Number of crashes that may have left the outcome of copies in transit unknown. */
    crashes: () => crashes,
    /** Resolves when everything planned for this moment has happened. */
    async onMoment(moment: Moment): Promise<void> {
      const blow = once.get(moment);
      once.delete(moment);
      if (blow) return strike(moment, blow, all);
      if (next?.moment !== moment) return;
      const fall = next.strike;
      next = undefined;
      await fall();
    },
    /** Resolves when the incident under way has ended. */
    async stop(): Promise<void> {
      isOver = true;
      await happening;
    },
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryStatus } from '@journal/read-models/delivery';
import type { Misbehaviour } from '../../../services/worker/src/testing/mail-server.ts';
import { countsOf } from '../counts.ts';
import { judgeMailing } from '../judge/judge-mailing.ts';
import { type QueueBackend, startRig } from '../rig/rig.ts';
import { carryOutPlan } from './carry-out-plan.ts';
import { addressOf, type MailedJournal, openMailedJournal, readerAt, recipientOf } from './mailed-journal.ts';
import { leavesOutcomeUnknown, type MailingSize, type Moment, planMailing } from './plan-mailing.ts';
import { watchMoments } from './watch-moments.ts';

export type MailingOptions = MailingSize & {
  readonly seed: number;
  readonly queue: QueueBackend;
  /** Maximum number of copies per second. */
  readonly rate: number;
  /** Milliseconds within which the mailing must end. */
  readonly deadline: number;
  readonly say: (line: string) => void;
};

export type MailingReport = {
  readonly seed: number;
  readonly queue: QueueBackend;
  readonly recipients: number;
  readonly seconds: number;
  /** Number of injected process faults by kind and moment, as `kill at text`. */
  readonly injected: Readonly<Record<string, number>>;
  /** Reasons for which the mailing paused before it was resumed. */
  readonly pauses: readonly string[];
  readonly copies: number;
  readonly counts: Readonly<Partial<Record<DeliveryStatus, number>>>;
  /**
   * Maximum number of uncertain deliveries: one per connection for each crash, and those that the server left in doubt.
   */
  readonly maxUncertain: number;
  /** Number of uncertain recipients without a copy. */
  readonly withoutCopy: number;
  /** Number of readers who left while it was sent. */
  readonly left: number;
  readonly log: string;
  readonly violations: readonly string[];
};

/** Copies that a worker may be sending at the same time. */
const connections = 4;
const counts = { command: 1, query: 0, worker: 2, web: 0 };
/** A recipient that is deferred more often is not tried again. */
const timesPutOff = 8;
/** Interval between checks of the progress, in milliseconds. */
const pollInterval = 200;
/** Pauses made by the journal that an editor ends once the mail server has recovered. */
const passing: readonly string[] = ['failures', 'refusals'];

/**
 * Sends an issue while its workers, database and mail server fail as planned from a seed, and judges who received it.
 */
export async function runMailing(options: MailingOptions): Promise<MailingReport> {
  const { seed, queue, recipients, rate, say } = options;
  const plan = planMailing(seed, options);
  const treatments = new Map<number, (Misbehaviour | undefined)[]>();
  let onMoment: ((moment: Moment) => Promise<void>) | undefined;
  const rig = await startRig({
    ...{ counts, queue, logName: `mailing-${queue}`, variables: { MAIL_RATE: `${rate}` } },
    mailServer: {
      treat(address) {
        if (!onMoment) return undefined;
        const reader = readerAt(address);
        const before = treatments.get(reader) ?? [];
        const treatment = plan.treat(reader, before.length + 1);
        treatments.set(reader, [...before, treatment]);
        return treatment;
      },
      onStage: async (stage) => onMoment?.(stage),
    },
  });
  try {
    say(`subscribing ${recipients} readers …`);
    const journal = await openMailedJournal(rig, recipients, plan.erased);
    try {
      let progress = 0;
      const carried = carryOutPlan({ rig, journal, plan, say, progress: () => progress });
      onMoment = carried.onMoment;
      const watching = await watchMoments(journal.pool, rig.environment['DATABASE_URL'] ?? '', (moment) => {
        carried.onMoment(moment).catch((error: unknown) => say(`${error}`));
      });
      const began = performance.now();
      await journal.start();
      const { pauses, violations } = await resumeUntilEnded(
        journal,
        began + options.deadline,
        say,
        (share) => {
          progress = share;
        },
      );
      await carried.stop();
      await watching.close();
      const { readers } = journal;
      const rows = await journal.rows();
      const copies = rig.mail.raw.filter((raw) => /^List-Id:/im.test(raw));
      const arrived = copies.map(recipientOf);
      const last = copies.at(-1);
      if (last && !(await journal.leaveBy(last)))
        violations.push('the unsubscribe link of a copy does not end the subscription');
      const server = [...treatments.values()].flat().filter((treatment) => treatment !== undefined);
      const maxUncertain = connections * carried.crashes() + server.filter(leavesOutcomeUnknown).length;
      const refused = new Set(
        [...treatments].filter(([, all]) => isRefusedForGood(all)).map(([reader]) => addressOf(reader)),
      );
      const { left, injected } = carried;
      const got = new Set(arrived);
      const emails = new Map(readers.map(({ subscriberId, email }) => [subscriberId, email]));
      const uncertain = rows.filter(({ status }) => status === 'uncertain');
      return {
        ...{ seed, queue, recipients, pauses, maxUncertain, log: rig.log },
        seconds: (performance.now() - began) / 1_000,
        injected: countsOf(injected),
        copies: copies.length,
        counts: countsOf(rows.map(({ status }) => status)),
        withoutCopy: uncertain.filter(({ subscriberId }) => !got.has(emails.get(subscriberId) ?? '')).length,
        left: left.size,
        violations: [...violations, ...judgeMailing({ readers, rows, arrived, refused, left, maxUncertain })],
      };
    } finally {
      await journal.close();
    }
  } finally {
    await rig.stop();
  }
}

/** Acts as an editor would. When the mailing has ended, resolves with the reasons for its pauses and the violations. */
async function resumeUntilEnded(
  journal: MailedJournal,
  deadline: number,
  say: (line: string) => void,
  onProgress: (share: number) => void,
): Promise<{ pauses: string[]; violations: string[] }> {
  const pauses: string[] = [];
  for (;;) {
    await sleep(pollInterval);
    const polled = await pollJournal(journal).catch(() => undefined);
    if (polled) onProgress(polled.progress);
    const { status, reason } = polled?.state ?? {};
    if (status === 'completed') return { pauses, violations: [] };
    if (status === 'paused' && reason) {
      if (!passing.includes(reason)) return { pauses, violations: [`the mailing paused: ${reason}`] };
      say(`the mailing paused: ${reason}`);
      if (await journal.resume()) pauses.push(reason);
    }
    if (performance.now() > deadline) return { pauses, violations: [`the mailing is still ${status}`] };
  }
}

async function pollJournal(journal: MailedJournal) {
  await journal.shortenWaits();
  return { state: await journal.state(), progress: await journal.progress() };
}

/** Whether the server has refused permanently, or temporarily on every attempt. */
const isRefusedForGood = (treatments: readonly (Misbehaviour | undefined)[]): boolean => {
  const codes = treatments.flatMap((each) => (each && 'refuses' in each ? [each.code] : []));
  return codes.some((code) => code >= 500) || codes.length > timesPutOff;
};

import { createRandom } from '@journal/testing';
import type { Misbehaviour } from '../../../services/worker/src/testing/mail-server.ts';

/**
 * Stages of a mailing at which something can happen to it: its content is stored (`copied`), a page of recipients is
 * (`freezing`), all of them are (`frozen`), one is claimed, the mail server has the text, it has accepted the message
 * but not said so yet (`answer`), that is recorded (`settled`), so is the last one (`completing`), the end is recorded
 * (`completed`).
 */
export const onceMoments = ['copied', 'freezing', 'frozen', 'completing', 'completed'] as const;
export const sendingMoments = ['claimed', 'text', 'answer', 'settled'] as const;
export type Moment = (typeof onceMoments)[number] | (typeof sendingMoments)[number];

/** `kill`, `end` and `hang` are SIGKILL, SIGTERM and SIGSTOP; `lasts` is in milliseconds. */
export type ProcessFault =
  | { readonly kind: 'kill' | 'end' }
  | { readonly kind: 'hang'; readonly lasts: number };

/** What happens once this share of a mailing is settled, from 0 to 1. */
export type Incident = { readonly progress: number } & (
  | {
      readonly kind: 'process-fault';
      readonly fault: ProcessFault;
      readonly moment: Moment;
      /** Whether it hits all workers, or only the one that sends. */
      readonly isForAll: boolean;
    }
  | { readonly kind: 'outage'; readonly lasts: number }
  | { readonly kind: 'unsubscribe'; readonly reader: number }
  | { readonly kind: 'erase' }
);

export type MailingPlan = {
  /** Faults of processes at the moments that occur once, whatever the progress; they hit all workers. */
  readonly once: ReadonlyMap<Moment, ProcessFault>;
  /** In order of progress. */
  readonly incidents: readonly Incident[];
  /** Returns how the mail server treats a reader's message on the nth attempt, from 1. */
  readonly treat: (reader: number, times: number) => Misbehaviour | undefined;
  /** Number of the reader whose account is erased. */
  readonly erased: number;
};

export type MailingSize = {
  readonly recipients: number;
  /**
   * Number of process faults while sending. Every four meet all four moments; every twelve combine each kind with each
   * moment.
   */
  readonly processFaults: number;
  /** Duration of the database outage, in milliseconds. */
  readonly outage: number;
  /** Maximum time for which a process, or the mail server, hangs, in milliseconds. */
  readonly longestHang: number;
  readonly unsubscribes: number;
};

type Treatment = {
  /** Share of the recipients; rounded, and no fewer than `least`. */
  readonly share: number;
  readonly least: number;
  /** Whether it happens on every attempt, or only on the first. */
  readonly isLasting?: boolean;
  readonly does: (random: () => number) => Misbehaviour;
};

const treatments = (longestHang: number): readonly Treatment[] => [
  // Few enough that no mailing pauses because of them.
  { share: 0.01, least: 1, isLasting: true, does: () => ({ refuses: 'recipient', code: 550 }) },
  {
    ...{ share: 0.003, least: 1, isLasting: true },
    does: () => ({ refuses: 'text', code: 554, says: '5.7.1 Spam' }),
  },
  {
    ...{ share: 0.002, least: 0, isLasting: true },
    does: () => ({ refuses: 'recipient', code: 452, says: '4.2.2 Mailbox full' }),
  },
  {
    ...{ share: 0.04, least: 4 },
    does: () => ({ refuses: 'recipient', code: 451, says: '4.7.1 Greylisted' }),
  },
  { share: 0.003, least: 1, does: () => ({ refuses: 'recipient', code: 421 }) },
  { share: 0.003, least: 1, does: () => ({ refuses: 'text', code: 421 }) },
  { share: 0.02, least: 2, does: (random) => ({ delays: 'recipient', by: 200 + random() * 800 }) },
  { share: 0.01, least: 2, does: (random) => ({ delays: 'text', by: 200 + random() * 1_800 }) },
  { share: 0.003, least: 1, does: () => ({ drops: 'recipient' }) },
  { share: 0.003, least: 1, does: () => ({ drops: 'text' }) },
  { share: 0.003, least: 1, does: () => ({ drops: 'answer' }) },
  { share: 0.001, least: 1, does: () => ({ hangs: 'recipient', lasts: longestHang }) },
  { share: 0.001, least: 1, does: () => ({ hangs: 'text', lasts: longestHang }) },
];

/** Whether this treatment leaves it unknown whether the server accepted the message. */
export const leavesOutcomeUnknown = (treatment: Misbehaviour): boolean =>
  ('drops' in treatment && (treatment.drops === 'text' || treatment.drops === 'answer')) ||
  ('hangs' in treatment && treatment.hangs === 'text');

const shortestHang = 1_000;
/** No process fault comes later, so that the last one ends before the mailing does. */
const latestProcessFault = 0.85;

/** Returns the plan of a mailing, the same for the same seed and size. */
export function planMailing(seed: number, size: MailingSize): MailingPlan {
  const { recipients, processFaults, outage, longestHang, unsubscribes } = size;
  const { next, below, pick } = createRandom(seed);
  const readers = shuffled(Array.from({ length: recipients }, (_, number) => number));
  const between = (least: number, most: number) => least + next() * (most - least);

  function shuffled<Item>(items: Item[]): Item[] {
    for (let at = items.length - 1; at > 0; at--) {
      const other = below(at + 1);
      [items[at], items[other]] = [items[other] as Item, items[at] as Item];
    }
    return items;
  }
  const processFaultOf = (kind: ProcessFault['kind']): ProcessFault =>
    kind === 'hang' ? { kind, lasts: Math.round(between(shortestHang, longestHang)) } : { kind };

  const treated = new Map<number, { first: Misbehaviour; isLasting: boolean }>();
  for (const { share, least, isLasting = false, does } of treatments(longestHang))
    for (let count = Math.max(least, Math.round(share * recipients)); count > 0; count--)
      treated.set(readers.pop() ?? 0, { first: does(next), isLasting });

  const kinds = ['kill', 'end', 'hang'] as const;
  const shifts = shuffled([0, 1, 2]);
  const every = shifts.flatMap((shift) =>
    shuffled(sendingMoments.map((moment, index) => ({ moment, kind: kinds[(index + shift) % 3] ?? 'kill' }))),
  );
  const incidents: Incident[] = Array.from({ length: processFaults }, (_, index) => {
    const { kind, moment } = every[index] ?? { kind: pick(kinds), moment: pick(sendingMoments) };
    const progress = (latestProcessFault * (index + next())) / processFaults;
    return { progress, kind: 'process-fault', fault: processFaultOf(kind), moment, isForAll: next() < 0.3 };
  });
  incidents.push({ progress: between(0.3, 0.6), kind: 'outage', lasts: outage });
  incidents.push({ progress: between(0.1, 0.3), kind: 'erase' });
  const erased = readers.pop() ?? 0;
  for (let count = unsubscribes; count > 0; count--)
    incidents.push({ progress: between(0.05, 0.7), kind: 'unsubscribe', reader: readers.pop() ?? 0 });

  return {
    once: new Map(onceMoments.map((moment) => [moment, processFaultOf(pick(kinds))])),
    incidents: incidents.toSorted((one, other) => one.progress - other.progress),
    treat(reader, times) {
      const { first, isLasting = false } = treated.get(reader) ?? {};
      return isLasting || times === 1 ? first : undefined;
    },
    erased,
  };
}

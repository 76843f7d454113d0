import type { MailingTrouble } from '@journal/contracts';
import type { DeliveryOutcome } from './delivery-outcome.ts';

/** So many failures one after the other are no chance. */
const maxFailuresInARow = 20;
/** Of the recipients, beside a few: early on those that are gone may come first by chance. */
const maxRefusedShare = 0.05;
const fewRefused = 5;

/** Returns what tells from the outcomes of a mailing, since it was started or let go on, when it has to stop. */
export function createTroubleWatch() {
  let failuresInARow = 0;
  let refused = 0;
  let answered = 0;
  return {
    record(kind: DeliveryOutcome['kind']): void {
      if (kind === 'failed' || kind === 'uncertain') failuresInARow++;
      if (kind === 'accepted') failuresInARow = 0;
      if (kind === 'refused') refused++;
      if (kind === 'accepted' || kind === 'refused') answered++;
    },
    /** Why it has to stop; undefined where it may go on. */
    trouble(): MailingTrouble | undefined {
      if (failuresInARow >= maxFailuresInARow) return 'failures';
      return refused > fewRefused + answered * maxRefusedShare ? 'refusals' : undefined;
    },
  };
}
export type TroubleWatch = ReturnType<typeof createTroubleWatch>;

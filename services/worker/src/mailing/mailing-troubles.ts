import type { MailingTrouble } from '@journal/contracts';
import type { DeliveryOutcome } from './delivery-outcome.ts';

/** More consecutive failures than chance explains. */
const maxFailuresInARow = 20;
/** Share of recipients, in addition to `toleratedRefusals`: invalid addresses may come first by chance. */
const maxRefusedShare = 0.05;
const toleratedRefusals = 5;

/** Returns a watch that decides from a mailing's outcomes since its start or resumption whether it has to stop. */
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
    /** Returns why the mailing has to stop; undefined if it can continue. */
    trouble(): MailingTrouble | undefined {
      if (failuresInARow >= maxFailuresInARow) return 'failures';
      return refused > toleratedRefusals + answered * maxRefusedShare ? 'refusals' : undefined;
    },
  };
}
export type TroubleWatch = ReturnType<typeof createTroubleWatch>;

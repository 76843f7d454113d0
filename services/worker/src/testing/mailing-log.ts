import {
  type Actor,
  type MailingAudience,
  type MailingCounts,
  type MailingPause,
  mailingStream,
  type NewMailingEvent,
} from '@journal/events';
import type { JournalLog } from './journal-log.ts';

const actor: Actor = { id: 'admin', role: 'admin' };

/** Returns functions that append an administrator's events of a mailing; each resolves with the event's position. */
export function mailingIn(log: Pick<JournalLog, 'write'>, mailingId: string, at = new Date()) {
  const write = (event: NewMailingEvent) => log.write(mailingStream(mailingId), event, { actor, at });
  const which = { mailingId };
  return {
    prepare: (issueNumber: number, audience: MailingAudience) =>
      write({ type: 'MailingPrepared', data: { ...which, issueNumber, audience } }),
    test: (email = 'test@example.org') =>
      write({ type: 'MailingTested', data: { ...which, userId: 'admin', email } }),
    step: (type: 'MailingStarted' | 'MailingResumed' | 'MailingCancelled' | 'MailingRepeated') =>
      write({ type, data: which }),
    freeze: (recipients: number, contentHash = 'ab'.repeat(32)) =>
      write({ type: 'MailingFrozen', data: { ...which, recipients, contentHash } }),
    pause: (reason: MailingPause) => write({ type: 'MailingPaused', data: { ...which, reason } }),
    complete: (counts: MailingCounts) => write({ type: 'MailingCompleted', data: { ...which, counts } }),
  };
}

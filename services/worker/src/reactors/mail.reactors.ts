import { addressHashOf } from '@journal/events';
import type { JobQueue } from '../jobs/job-queue.ts';
import { mailConfirmation } from '../jobs/mail-confirmation.job.ts';
import { mailTemporaryPassword } from '../jobs/mail-temporary-password.job.ts';
import { defineReactor } from './reactor.ts';

/** Milliseconds. A log that is replayed from its beginning sends no old mail. */
const maxAge = 24 * 3_600_000;

/** Queues the mail of each requested temporary password. */
export function mailTemporaryPasswordOnResetRequested(jobs: JobQueue) {
  return defineReactor({
    name: 'reactor_reset_mail',
    on: {
      async PasswordResetRequested({ data, metadata }) {
        if (Date.now() - Date.parse(metadata.at) > maxAge) return;
        await jobs.add(mailTemporaryPassword, {
          key: data.resetId,
          requestId: metadata.requestId,
          data: { userId: data.userId, resetId: data.resetId },
        });
      },
    },
  });
}

/** Queues the mail that asks an address whether it wants the newsletter. */
export function mailConfirmationOnSubscriptionRequested(jobs: JobQueue) {
  return defineReactor({
    name: 'reactor_newsletter_mail',
    on: {
      async SubscriptionRequested({ data: { subscriberId, requestId }, stream, metadata }) {
        if (Date.now() - Date.parse(metadata.at) > maxAge) return;
        await jobs.add(mailConfirmation, {
          key: requestId,
          requestId: metadata.requestId,
          data: { hash: addressHashOf(stream), subscriberId, requestId },
        });
      },
    },
  });
}

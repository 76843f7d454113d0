import { addressHashOf } from '@journal/events';
import type { JobQueue } from '../jobs/job-queue.ts';
import { mailConfirmation } from '../jobs/mail-confirmation.job.ts';
import { defineReactor } from './reactor.ts';

const oldest = 24 * 3_600_000;

/**
 * Puts the mail that asks a given address on the queue. Nobody waits for one of the day before yesterday: a log that
 * is read again from its beginning sends no mail of long ago.
 */
export function mailConfirmationOnSubscriptionRequested(
  jobs: Pick<JobQueue, 'add'>,
  now: () => number = Date.now,
) {
  return defineReactor({
    name: 'reactor_newsletter_mail',
    on: {
      async SubscriptionRequested({ data: { subscriberId, requestId }, stream, metadata }) {
        if (now() - Date.parse(metadata.at) > oldest) return;
        await jobs.add(mailConfirmation, {
          key: requestId,
          requestId: metadata.requestId,
          data: { hash: addressHashOf(stream), subscriberId, requestId },
        });
      },
    },
  });
}

import type { JobQueue } from '../jobs/job-queue.ts';
import { mailTemporaryPassword } from '../jobs/mail-temporary-password.job.ts';
import { defineReactor } from './reactor.ts';

const oldest = 24 * 3_600_000;

/**
 * Puts the mail of each asked-for temporary password on the queue. A request of the day before yesterday has nobody
 * waiting for it: a log that is read again from its beginning sends no mail of long ago.
 */
export function mailTemporaryPasswordOnResetRequested(
  jobs: Pick<JobQueue, 'add'>,
  now: () => number = Date.now,
) {
  return defineReactor({
    name: 'reactor_reset_mail',
    on: {
      async PasswordResetRequested({ data, metadata }) {
        if (now() - Date.parse(metadata.at) > oldest) return;
        await jobs.add(mailTemporaryPassword, {
          key: data.resetId,
          requestId: metadata.requestId,
          data: { userId: data.userId, resetId: data.resetId },
        });
      },
    },
  });
}

import { subscriberSubject, type Vault } from '@journal/events';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { Mailer } from '../mail/mailer.ts';
import { defineReactor } from './reactor.ts';

export type ForgetSubscriberParts = {
  readonly vault: Pick<Vault, 'forget'>;
  readonly jobs: Pick<JobQueue, 'remove'>;
  readonly mailer: Pick<Mailer, 'forget'>;
};

/**
 * Does what is left of erasing the address of an ended subscription, also where the command side died before it had
 * deleted the key: the key, the jobs that name the subscriber and the messages that were kept.
 */
export function forgetSubscriberOnSubscriptionEnded({ vault, jobs, mailer }: ForgetSubscriberParts) {
  return defineReactor({
    name: 'reactor_newsletter_end',
    on: {
      async SubscriptionEnded({ data: { subscriberId } }) {
        await vault.forget(subscriberSubject({ subscriberId }));
        await jobs.remove((job) => isOf(subscriberId, job));
        await mailer.forget(subscriberId);
      },
    },
  });
}

function isOf(subscriberId: string, job: unknown): boolean {
  return (
    typeof job === 'object' && job !== null && 'subscriberId' in job && job.subscriberId === subscriberId
  );
}

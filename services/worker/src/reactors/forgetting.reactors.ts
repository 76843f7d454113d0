import type { ApiClient } from '@journal/contracts';
import { subscriberSubject, type Vault } from '@journal/events';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { ArticlesOf } from './articles-of.ts';
import { defineReactor, throwRefusal } from './reactor.ts';

export type FinishForgettingParts = {
  readonly command: Pick<ApiClient, 'request'>;
  readonly articles: ArticlesOf;
  readonly jobs: Pick<JobQueue, 'remove'>;
  readonly mailer: Pick<Mailer, 'forget'>;
};

const maxArticles = 100;

/**
 * Does what is left of forgetting somebody, also where the command side died in the middle of it: claims, keys, the
 * pieces that were to go, the jobs that name the user and the messages that were kept.
 */
export function finishForgettingOnUserForgotten(parts: FinishForgettingParts) {
  const { command, articles, jobs, mailer } = parts;
  return defineReactor({
    name: 'reactor_forgetting',
    on: {
      async UserForgotten({ data: { userId, pieces }, metadata, position }) {
        const finish = (articleIds: number[]) =>
          command
            .request('POST /api/operations/users/:userId/finish-forgetting', {
              params: { userId },
              body: { articleIds },
              repeatable: true,
              requestId: metadata.requestId,
            })
            .catch(throwRefusal);
        const ids = pieces === 'remove' ? await articles.allOf(userId, position) : [];
        // Also those that are deleted already: their keys may not be.
        for (let start = 0; start === 0 || start < ids.length; start += maxArticles)
          await finish(ids.slice(start, start + maxArticles));
        if (pieces === 'remove') await articles.waitUntilDeleted(userId);
        await jobs.remove((job) => names(job, 'userId', userId));
        await mailer.forget(userId);
      },
    },
  });
}

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
        await jobs.remove((job) => names(job, 'subscriberId', subscriberId));
        await mailer.forget(subscriberId);
      },
    },
  });
}

/** Returns whether a job's data has this id in this field. */
function names(job: unknown, field: 'userId' | 'subscriberId', id: string): boolean {
  return typeof job === 'object' && job !== null && field in job && Reflect.get(job, field) === id;
}

import { type ApiClient, ApiError } from '@journal/contracts';
import { subscriberSubject, type Vault } from '@journal/events';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { ArticlesOf } from './articles-of.ts';
import { defineReactor, throwRefusal } from './reactor.ts';

const maxArticles = 100;

/**
 * Finishes forgetting a user, also where the command service died in the middle of it: claims, keys, the pieces that
 * are to go, the jobs that name the user and the messages in the outbox.
 */
export function finishForgettingOnUserForgotten({
  command,
  articles,
  jobs,
  mailer,
}: {
  readonly command: ApiClient;
  readonly articles: ArticlesOf;
  readonly jobs: JobQueue;
  readonly mailer: Mailer;
}) {
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

/**
 * Finishes erasing the address of an ended subscription, also where the command service died before it had deleted the
 * key: the key, the jobs that name the subscriber and the messages in the outbox.
 */
export function forgetSubscriberOnSubscriptionEnded({
  vault,
  jobs,
  mailer,
}: {
  readonly vault: Vault;
  readonly jobs: JobQueue;
  readonly mailer: Mailer;
}) {
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

/**
 * Has the article of each published pitch made, which exists already unless the command service died between the two
 * streams. A pitch that is not found is one whose writer has been forgotten: there is nothing to make it of.
 */
export function finishPublishingOnSubmissionPublished(command: ApiClient) {
  return defineReactor({
    name: 'reactor_publishing',
    on: {
      async SubmissionPublished({ data: { submissionId }, metadata: { requestId } }) {
        await command
          .request('POST /api/operations/submissions/:id/finish-publishing', {
            params: { id: submissionId },
            repeatable: true,
            requestId,
          })
          .catch((error: unknown) => {
            if (!(error instanceof ApiError && error.code === 'submission-not-found')) throwRefusal(error);
          });
      },
    },
  });
}

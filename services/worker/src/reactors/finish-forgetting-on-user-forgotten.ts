import type { ApiClient } from '@journal/contracts';
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

const mostArticles = 100;

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
        for (let start = 0; start === 0 || start < ids.length; start += mostArticles)
          await finish(ids.slice(start, start + mostArticles));
        if (pieces === 'remove') await articles.untilNoneStands(userId);
        await jobs.remove((job) => isOf(userId, job));
        await mailer.forget(userId);
      },
    },
  });
}

function isOf(userId: string, job: unknown): boolean {
  return typeof job === 'object' && job !== null && 'userId' in job && job.userId === userId;
}

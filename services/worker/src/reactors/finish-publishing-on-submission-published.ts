import { type ApiClient, ApiError } from '@journal/contracts';
import { defineReactor, throwRefusal } from './reactor.ts';

/**
 * Has the article of each published pitch made, which is there already but where the command side died between the
 * two streams. A pitch that is not found is one whose writer has been forgotten: there is nothing to make it of.
 */
export function finishPublishingOnSubmissionPublished(command: Pick<ApiClient, 'request'>) {
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

import { registerRoute, type Server } from '@journal/service-kit';
import { contextOf } from '../idempotency/context-of-request.ts';
import type { RequestKeys } from '../idempotency/request-keys.ts';
import type { JournalLog } from '../writing/journal-log.ts';
import { sendArticle, sendDone } from './article-answer.ts';
import {
  allowNoBody,
  articleIdOf,
  contentOf,
  refuseBody,
  requireArticleId,
  seenRevisions,
  trimBody,
} from './article-request.ts';
import { deleteArticle } from './delete-article.handler.ts';
import { editArticle } from './edit-article.handler.ts';
import { publishArticle } from './publish-article.handler.ts';
import { restoreArticle } from './restore-article.handler.ts';

/** The routes that change an article. Each answer carries the position of what it wrote. */
export function registerArticleRoutes(app: Server, log: JournalLog, keys: RequestKeys): void {
  registerRoute(app, 'POST /api/articles', { preValidation: trimBody }, async (request, reply) =>
    sendArticle(reply, 201, await publishArticle(log, contentOf(request.body), contextOf(request, keys))),
  );

  const one = { onRequest: requireArticleId };
  registerRoute(app, 'PUT /api/articles/:id', { ...one, preValidation: trimBody }, async (request, reply) => {
    const seen = seenRevisions(request);
    const command = {
      articleId: articleIdOf(request),
      content: contentOf(request.body),
      ...(seen ? { seen } : {}),
    };
    return sendArticle(reply, 200, await editArticle(log, command, contextOf(request, keys)));
  });

  registerRoute(
    app,
    'DELETE /api/articles/:id',
    { ...one, preValidation: refuseBody },
    async (request, reply) =>
      sendDone(reply, await deleteArticle(log, articleIdOf(request), contextOf(request, keys))),
  );

  const restoring = { ...one, preValidation: allowNoBody };
  registerRoute(app, 'POST /api/articles/:id/restore', restoring, async (request, reply) => {
    const what = { articleId: articleIdOf(request), revision: request.body.revision };
    return sendArticle(reply, 200, await restoreArticle(log, what, contextOf(request, keys)));
  });
}

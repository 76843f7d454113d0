import { articleJson, parseArticleId, revisionEtag } from '@journal/contracts';
import { articleFields } from '@journal/events';
import { ProblemError, registerRoute, type Server } from '@journal/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendDone, sendJson, writtenOrProblem } from '../http/answers.ts';
import { allowNoBody, contentOf, contextOf, refuseBody, seenRevisions, trimBody } from '../http/requests.ts';
import type { JournalLog } from '../writing/journal-log.ts';
import type { RequestKeys } from '../writing/request-context.ts';
import { type ArticleOutcome, changeArticle, publishArticle, restoreArticle } from './article.handlers.ts';

/** The routes that change an article. Each response carries the position of what it wrote. */
export function registerArticleRoutes(app: Server, log: JournalLog, keys: RequestKeys): void {
  registerRoute(app, 'POST /api/articles', { preValidation: trimBody }, async (request, reply) => {
    const content = contentOf(articleFields, request.body);
    return sendArticle(reply, 201, await publishArticle(log, content, contextOf(request, keys)));
  });

  const one = { onRequest: requireArticleId };
  registerRoute(app, 'PUT /api/articles/:id', { ...one, preValidation: trimBody }, async (request, reply) => {
    const command = {
      type: 'EditArticle',
      articleId: articleIdOf(request),
      content: contentOf(articleFields, request.body),
      ...seenRevisions(request),
    } as const;
    return sendArticle(reply, 200, await changeArticle(log, command, contextOf(request, keys)));
  });

  const removing = { ...one, preValidation: refuseBody };
  registerRoute(app, 'DELETE /api/articles/:id', removing, async (request, reply) => {
    const command = { type: 'DeleteArticle', articleId: articleIdOf(request) } as const;
    const { position } = writtenOrProblem(await changeArticle(log, command, contextOf(request, keys)));
    return sendDone(reply, position);
  });

  const restoring = { ...one, preValidation: allowNoBody };
  registerRoute(app, 'POST /api/articles/:id/restore', restoring, async (request, reply) => {
    const what = { articleId: articleIdOf(request), revision: request.body.revision };
    return sendArticle(reply, 200, await restoreArticle(log, what, contextOf(request, keys)));
  });
}

/** Answers with the article as it is after the write: the bytes and the ETag that a GET would give. */
export function sendArticle(reply: FastifyReply, status: 200 | 201, outcome: ArticleOutcome): FastifyReply {
  const { state, position } = writtenOrProblem(outcome);
  if (state.status === 'missing' || state.article === null) throw new ProblemError('article-not-found');
  const json = articleJson(state.article);
  if (status === 201) reply.header('location', `/api/articles/${state.article.id}`);
  return sendJson(reply, status, { json, etag: revisionEtag(state.revision, json), position });
}

/** Returns the article id of the path. Throws `article-not-found` for an impossible one. */
function articleIdOf({ params }: FastifyRequest): number {
  const articleId = parseArticleId((params as { id: string }).id);
  if (articleId === undefined) throw new ProblemError('article-not-found');
  return articleId;
}

/** Hook: answers an impossible id before the body is read. */
async function requireArticleId(request: FastifyRequest): Promise<void> {
  articleIdOf(request);
}

import { articleJson } from '@journal/contracts';
import { articleFields } from '@journal/events';
import { ProblemError, registerRoute, type Server } from '@journal/service-kit';
import type { FastifyReply } from 'fastify';
import { sendDone, sendPiece, writtenOrProblem } from '../http/answers.ts';
import { allowNoBody, contentOf, contextOf, refuseBody, seenRevisions, trimBody } from '../http/requests.ts';
import { decideAndAppend } from '../writing/decide-and-append.ts';
import type { JournalLog } from '../writing/journal-log.ts';
import type { RequestKeys } from '../writing/request-context.ts';
import { restore } from '../writing/restore.ts';
import { articleDecider } from './article.decider.ts';
import { type ArticleOutcome, publishArticle } from './article.handlers.ts';

/** The routes that change an article. Each response carries the position of what it wrote. */
export function registerArticleRoutes(app: Server, log: JournalLog, keys: RequestKeys): void {
  registerRoute(app, 'POST /api/articles', { preValidation: trimBody }, async (request, reply) => {
    const content = contentOf(articleFields, request.body);
    return sendArticle(reply, 201, await publishArticle(log, content, contextOf(request, keys)));
  });

  registerRoute(app, 'PUT /api/articles/:id', { preValidation: trimBody }, async (request, reply) => {
    const command = {
      type: 'EditArticle',
      articleId: Number(request.params.id),
      content: contentOf(articleFields, request.body),
      ...seenRevisions(request),
    } as const;
    const outcome = await decideAndAppend(log, articleDecider, command, contextOf(request, keys));
    return sendArticle(reply, 200, outcome);
  });

  registerRoute(app, 'DELETE /api/articles/:id', { preValidation: refuseBody }, async (request, reply) => {
    const command = { type: 'DeleteArticle', articleId: Number(request.params.id) } as const;
    const outcome = await decideAndAppend(log, articleDecider, command, contextOf(request, keys));
    return sendDone(reply, writtenOrProblem(outcome).position);
  });

  const restoring = { preValidation: allowNoBody };
  registerRoute(app, 'POST /api/articles/:id/restore', restoring, async (request, reply) => {
    const command = { type: 'RestoreArticle', articleId: Number(request.params.id) } as const;
    const { revision } = request.body;
    return sendArticle(
      reply,
      200,
      await restore(log, articleDecider, command, revision, contextOf(request, keys)),
    );
  });
}

/** Answers with the article as it is after the write: the bytes and the ETag that a GET would give. */
export function sendArticle(reply: FastifyReply, status: 200 | 201, outcome: ArticleOutcome): FastifyReply {
  const written = writtenOrProblem(outcome);
  const { state } = written;
  if (state.status === 'missing' || state.article === null) throw new ProblemError('article-not-found');
  if (status === 201) reply.header('location', `/api/articles/${state.article.id}`);
  return sendPiece(reply.code(status), articleJson(state.article), written);
}

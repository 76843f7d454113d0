import { articleJson } from '@journal/contracts';
import {
  type ArticleContent,
  articleFields,
  articleIdOfStream,
  articleStream,
  articleSubject,
} from '@journal/events';
import { invalidField, ProblemError, registerRoute, type Server } from '@journal/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { deleteSentDraft } from '../draft/draft.routes.ts';
import { sendDone, sendPiece } from '../http/answers.ts';
import { allowNoBody, contentOf, contextOf, refuseBody, seenRevisions, trimBody } from '../http/requests.ts';
import type { RouteParts } from '../parts.ts';
import { acceptRequest, findAcceptance } from '../writing/acceptance.ts';
import { isRejected } from '../writing/command-rejected.ts';
import {
  type AppendOptions,
  decideAndAppend,
  fold,
  restore,
  type WriteResult,
} from '../writing/decide-and-append.ts';
import type { JournalLog } from '../writing/journal-log.ts';
import { isDue, plannedTimeOf, timeOf } from '../writing/planned-time.ts';
import { derivedIds, type RequestContext } from '../writing/request-context.ts';
import { type ArticleCommand, type ArticleState, articleDecider } from './article.decider.ts';
import { claimArticleId } from './article-ids.ts';
import { pairArticle, unpairArticle } from './debates.ts';

/** Registers the routes that change an article. Each response carries the position of its write. */
export function registerArticleRoutes(app: Server, parts: RouteParts): void {
  const { log, keys } = parts;
  const carryOut = async (request: FastifyRequest, command: ArticleCommand, options?: AppendOptions) =>
    decideAndAppend(log, articleDecider, command, await contextOf(request, keys), options);

  registerRoute(app, 'POST /api/articles', { preValidation: trimBody }, async (request, reply) => {
    const content = contentOf(articleFields, request.body);
    return sendArticle(reply, 201, await publishArticle(log, { content }, await contextOf(request, keys)));
  });

  registerRoute(app, 'PUT /api/articles/:id', { preValidation: trimBody }, async (request, reply) => {
    const articleId = Number(request.params.id);
    const content = contentOf(articleFields, request.body);
    const command = { type: 'EditArticle', articleId, content, ...seenRevisions(request) } as const;
    const written = await carryOut(request, command);
    await deleteSentDraft(parts, request, `article-${articleId}`);
    return sendArticle(reply, 200, written);
  });

  registerRoute(app, 'DELETE /api/articles/:id', { preValidation: refuseBody }, async (request, reply) => {
    const articleId = Number(request.params.id);
    return sendDone(reply, (await carryOut(request, { type: 'DeleteArticle', articleId })).position);
  });

  const bodiless = { preValidation: refuseBody };
  registerRoute(app, 'POST /api/articles/:id/unname', bodiless, async (request, reply) => {
    const articleId = Number(request.params.id);
    return sendDone(reply, (await carryOut(request, { type: 'UnnameArticle', articleId })).position);
  });

  registerRoute(app, 'POST /api/articles/:id/remove', bodiless, async (request, reply) => {
    const articleId = Number(request.params.id);
    return sendDone(reply, (await carryOut(request, { type: 'RemoveArticle', articleId })).position);
  });

  registerRoute(app, 'POST /api/articles/:id/erase', bodiless, async (request, reply) => {
    const articleId = Number(request.params.id);
    const written = await carryOut(request, { type: 'EraseArticle', articleId });
    await parts.vault.forget(articleSubject({ articleId }));
    return sendDone(reply, written.position);
  });

  registerRoute(app, 'PUT /api/articles/:id/opposing', {}, async (request, reply) => {
    const articleId = Number(request.params.id);
    const { statementId } = request.body;
    const written = await pairArticle(log, { articleId, statementId }, await contextOf(request, keys));
    return sendDone(reply, written.position);
  });

  const bodyless = { preValidation: refuseBody };
  registerRoute(app, 'DELETE /api/articles/:id/opposing', bodyless, async (request, reply) => {
    const written = await unpairArticle(log, Number(request.params.id), await contextOf(request, keys));
    return sendDone(reply, written.position);
  });

  registerRoute(app, 'POST /api/articles/:id/schedule-unpublish', {}, async (request, reply) => {
    const articleId = Number(request.params.id);
    const planned = plannedTimeOf('unpublishAt', request.body.unpublishAt, parts.now);
    const { time: unpublishAt, check } = planned;
    const command = { type: 'ScheduleUnpublish', articleId, unpublishAt, ...seenRevisions(request) } as const;
    return sendArticle(reply, 200, await carryOut(request, command, { check }));
  });

  registerRoute(app, 'POST /api/articles/:id/cancel-unpublish', bodyless, async (request, reply) => {
    const articleId = Number(request.params.id);
    const command = { type: 'CancelUnpublish', articleId, ...seenRevisions(request) } as const;
    return sendArticle(reply, 200, await carryOut(request, command));
  });

  const importing = { preValidation: trimBody };
  registerRoute(app, 'POST /api/operations/articles/import', importing, async (request, reply) => {
    const { publishedAt, isDraft } = request.body;
    const date = publishedAt === undefined ? undefined : timeOf('publishedAt', publishedAt, unstorable);
    // Postgres has no year 0.
    if (date !== undefined && date < '0001') throw invalidField('publishedAt', unstorable);
    // Lists, feeds and issues depend on it.
    if (date !== undefined && Date.parse(date) > parts.now().getTime())
      throw invalidField('publishedAt', 'This time is in the future');
    const content = contentOf(articleFields, request.body);
    const imported = { content, publishedAt: date, isDraft };
    const written = await publishArticle(log, imported, await contextOf(request, keys));
    if (written.state.status === 'missing' || !written.state.article)
      throw new ProblemError('article-not-found');
    return sendPiece(reply.code(201), JSON.stringify({ id: written.state.article.id }), written);
  });

  const planned = 'POST /api/operations/articles/:id/unpublish-as-planned';
  registerRoute(app, planned, bodyless, async (request, reply) =>
    sendDone(reply, (await unpublishAsPlanned(parts, Number(request.params.id)))?.position),
  );

  const restoring = { preValidation: allowNoBody };
  registerRoute(app, 'POST /api/articles/:id/restore', restoring, async (request, reply) => {
    const which = { articleId: Number(request.params.id), ...seenRevisions(request) };
    const command = { type: 'RestoreArticle', ...which } as const;
    const context = await contextOf(request, keys);
    const written = await restore(log, articleDecider, command, request.body, context);
    return sendArticle(reply, 200, written);
  });
}

const unstorable = 'This time can’t be stored';

/**
 * Publishes a new article under the next id. With an idempotency key it does so once, even if it was interrupted
 * between claiming the id and publishing, or if the same request runs elsewhere.
 */
async function publishArticle(
  log: JournalLog,
  article: { content: ArticleContent; publishedAt?: string | undefined; isDraft?: boolean | undefined },
  context: RequestContext,
): Promise<WriteResult<ArticleState>> {
  const { idempotency } = context;
  const claim = () => claimArticleId(log, context);
  const acceptance =
    idempotency &&
    ((await findAcceptance(log, idempotency)) ??
      (await acceptRequest(log, idempotency, articleStream(await claim()), context)));
  const command = {
    type: 'PublishArticle',
    articleId: acceptance ? articleIdOfStream(acceptance.stream) : await claim(),
    contributorId: context.ids('contributor'),
    ...article,
  } as const;
  const isNew = acceptance?.isFirst ?? true;
  return decideAndAppend(log, articleDecider, command, context, { isNew, isAccepted: true });
}

/**
 * Deletes an article whose planned time has arrived, in the name of the editor who planned it; resolves with undefined
 * if no plan is due. Its event's id derives from the plan's event: repeated, even concurrently, it deletes once.
 */
async function unpublishAsPlanned(
  { log, now }: RouteParts,
  articleId: number,
): Promise<WriteResult<ArticleState> | undefined> {
  const history = await log.read(articleStream(articleId));
  const { state } = fold(articleDecider, history);
  if (state.status === 'missing') throw new ProblemError('article-not-found');
  const plan = history.findLast(({ type }) => type === 'ArticleUnpublishScheduled');
  const planned = state.unpublishAt;
  if (!plan || planned === undefined || !isDue(planned, now())) return undefined;
  const { actor, requestId } = plan.metadata;
  const context = { actor, requestId, ids: derivedIds(plan.id) };
  const command = { type: 'DeleteArticle', articleId, planned } as const;
  return decideAndAppend(log, articleDecider, command, context).catch((error: unknown) => {
    // Cancelled or carried out concurrently.
    if (!isRejected(error)) throw error;
    return undefined;
  });
}

/** Responds with the article as it is after the write: the bytes and the ETag that a GET would give. */
export function sendArticle(
  reply: FastifyReply,
  status: 200 | 201,
  written: WriteResult<ArticleState>,
): FastifyReply {
  const { state } = written;
  if (state.status === 'missing' || state.article === null) throw new ProblemError('article-not-found');
  if (status === 201) reply.header('location', `/api/articles/${state.article.id}`);
  return sendPiece(reply.code(status), articleJson(state.article), written);
}

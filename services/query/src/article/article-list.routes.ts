import { Readable } from 'node:stream';
import { type ArticlePageQuery, parseArticleId, positionHeader, sections, topics } from '@journal/contracts';
import { ProblemError, registerRoute, type Server } from '@journal/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type LongResponse, namesTag } from '../response-cache/response-body.ts';
import type { ResponseCache } from '../response-cache/response-cache.ts';
import { sendResponse } from '../response-cache/send-response.ts';
import { isBehind } from '../tracker/read-your-writes.ts';
import type { TrackedModel } from '../tracker/tracked-model.ts';
import { type ArticleSelection, selectionKey } from './article-list.ts';
import type { ArticlesStore } from './articles.store.ts';
import { pageAnswer, wholeAnswer } from './list-answer.ts';

export type ArticleListParts = {
  readonly store: ArticlesStore;
  readonly answers: ResponseCache;
  readonly readSide: TrackedModel;
};

/** `GET /api/articles`, `/api/articles/featured` and `/api/articles/section/:section`. */
export function registerArticleLists(app: Server, parts: ArticleListParts): void {
  registerRoute(app, 'GET /api/articles', {}, (request, reply) => {
    const { section, featured } = request.query;
    const chosen = {
      ...(section === undefined ? {} : { section }),
      ...(featured === undefined ? {} : { featured: featured === '1' ? (1 as const) : (0 as const) }),
    };
    return answerList(parts, request, reply, '/api/articles', { ...chosen, ...pageOf(request.query) });
  });

  registerRoute(app, 'GET /api/articles/featured', {}, (request, reply) =>
    answerList(parts, request, reply, '/api/articles/featured', { featured: 1, ...pageOf(request.query) }),
  );

  registerRoute(app, 'GET /api/articles/section/:section', {}, (request, reply) => {
    const section = sections.find((known) => known === request.params.section);
    if (!section) throw new ProblemError('not-found');
    const path = `/api/articles/section/${section}`;
    return answerList(parts, request, reply, path, { section, ...pageOf(request.query) });
  });
}

function pageOf({ limit, after, fields }: ArticlePageQuery): ArticleSelection {
  const cursor = after === undefined ? undefined : parseArticleId(after);
  if (after !== undefined && cursor === undefined) {
    const message = 'This cursor is not one of ours';
    throw new ProblemError('invalid-request', { message, errors: [{ path: 'after', message }] });
  }
  return {
    ...(limit === undefined ? {} : { limit: Number(limit) }),
    ...(cursor === undefined ? {} : { after: cursor }),
    cards: fields === 'card',
  };
}

async function answerList(
  { store, answers, readSide }: ArticleListParts,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  selection: ArticleSelection,
) {
  const key = `${path} ${selectionKey(selection)}`;
  const cached = answers.get(key);
  if (cached) return sendResponse(request, reply, cached);
  const { limit } = selection;
  const topicsOfList = [topicOf(selection)];
  if (limit !== undefined) {
    const load = () => pageAnswer(store, { ...selection, limit }, path);
    return sendResponse(request, reply, await answers.load({ key, topics: topicsOfList, load }));
  }
  if (hasLongList(request, readSide.position)) return sendLongList(request, reply, readSide.position);
  const load = () => wholeAnswer(store, selection);
  const { response, position } = await answers.load({ key, topics: topicsOfList, load });
  if ('body' in response) return sendResponse(request, reply, { response, position });
  return sendLongList(request, reply, position, response);
}

/** Any change of a listed article names its section, so a list of one section depends on nothing else. */
function topicOf({ section, featured }: ArticleSelection): string {
  if (section !== undefined) return topics.section(section);
  return featured === 1 ? topics.featured : topics.articles;
}

/** Nothing has changed as long as the read side stands at a position: that is what a long list's weak tag says. */
const longListTag = (position: string) => `W/"${position}"`;

function hasLongList(request: FastifyRequest, position: string): boolean {
  return namesTag(request.headers['if-none-match'], longListTag(position));
}

function sendLongList(request: FastifyRequest, reply: FastifyReply, position: string, list?: LongResponse) {
  reply
    .header('etag', longListTag(position))
    .header('cache-control', isBehind(request) ? 'no-store' : 'no-cache')
    .header(positionHeader, position);
  if (!list || hasLongList(request, position)) return reply.code(304).send();
  reply.header('content-type', 'application/json; charset=utf-8');
  return request.method === 'HEAD' ? reply.send() : reply.send(Readable.from(list.chunks()));
}

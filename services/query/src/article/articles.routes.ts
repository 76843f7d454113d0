import { Readable } from 'node:stream';
import {
  type ArticlePageQuery,
  articleJson,
  parseArticleId,
  positionHeader,
  revisionEtag,
  sections,
} from '@journal/contracts';
import { ProblemError, registerRoute } from '@journal/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Resource } from '../resource.ts';
import {
  type FinishedResponse,
  jsonResponse,
  type LongResponse,
  namesTag,
  sendResponse,
  topicsOf,
} from '../response/response.ts';
import { sendCached } from '../response/response-cache.ts';
import { isBehind } from '../tracker/read-your-writes.ts';
import { type ArticleSelection, createArticlesStore, toArticleSource } from './articles.store.ts';
import { pageResponse, selectionKey, wholeResponse } from './list-response.ts';

/** `GET /api/articles`, `…/featured`, `…/section/:section` and `…/:id`, and `GET /api/stats`: what readers see. */
export const articleRoutes: Resource = async (app, { pool, schemas, cache, articlesModel }) => {
  const store = createArticlesStore(pool, schemas.articles);
  const config = { reads: [articlesModel] };

  registerRoute(app, 'GET /api/articles', { config }, (request, reply) => {
    const { section, featured } = request.query;
    return sendList(request, reply, '/api/articles', {
      ...(section === undefined ? {} : { section }),
      ...(featured === undefined ? {} : { featured: featured === '1' ? 1 : 0 }),
      ...pageOf(request.query),
    });
  });

  registerRoute(app, 'GET /api/articles/featured', { config }, (request, reply) =>
    sendList(request, reply, '/api/articles/featured', { featured: 1, ...pageOf(request.query) }),
  );

  registerRoute(app, 'GET /api/articles/section/:section', { config }, (request, reply) => {
    const section = sections.find((known) => known === request.params.section);
    if (!section) throw new ProblemError('not-found');
    const path = `/api/articles/section/${section}`;
    return sendList(request, reply, path, { section, ...pageOf(request.query) });
  });

  // The ETag is the one that a write with If-Match takes.
  registerRoute(app, 'GET /api/articles/:id', { config }, (request, reply) => {
    const id = parseArticleId(request.params.id);
    if (id === undefined) throw new ProblemError('article-not-found');
    return sendCached(request, reply, cache, { key: `article ${id}`, load: () => loadArticle(id) });
  });

  registerRoute(app, 'GET /api/stats', { config }, (request, reply) =>
    sendCached(request, reply, cache, {
      key: 'stats',
      load: async () => jsonResponse(await store.stats()),
    }),
  );

  async function loadArticle(id: number): Promise<FinishedResponse> {
    const article = await store.article(id);
    if (!article) throw new ProblemError('article-not-found');
    const json = articleJson(toArticleSource(article));
    return { body: Buffer.from(json), etag: revisionEtag(article.revision, json), link: undefined };
  }

  async function sendList(
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    selection: ArticleSelection,
  ) {
    const key = `${path} ${selectionKey(selection)}`;
    const { limit } = selection;
    if (limit !== undefined) {
      const load = () => pageResponse(store, { ...selection, limit }, path);
      return sendCached(request, reply, cache, { key, load });
    }
    const cached = cache.get(key);
    if (cached) return sendResponse(request, reply, cached);
    if (hasLongList(request, articlesModel.position)) return sendLong(request, reply, articlesModel.position);
    const load = () => wholeResponse(store, selection);
    const { response, position } = await cache.load({ key, topics: topicsOf(request), load });
    if ('body' in response) return sendResponse(request, reply, { response, position });
    return sendLong(request, reply, position, response);
  }
};

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

/** Nothing has changed as long as the read model stands at a position: that is what a long list's weak tag says. */
const longListTag = (position: string) => `W/"${position}"`;

function hasLongList(request: FastifyRequest, position: string): boolean {
  return namesTag(request.headers['if-none-match'], longListTag(position));
}

function sendLong(request: FastifyRequest, reply: FastifyReply, position: string, list?: LongResponse) {
  reply
    .header('etag', longListTag(position))
    .header('cache-control', isBehind(request) ? 'no-store' : 'no-cache')
    .header(positionHeader, position);
  if (!list || hasLongList(request, position)) return reply.code(304).send();
  reply.header('content-type', 'application/json; charset=utf-8');
  return request.method === 'HEAD' ? reply.send() : reply.send(Readable.from(list.chunks()));
}

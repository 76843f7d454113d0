import { Readable } from 'node:stream';
import {
  type ArticlePageQuery,
  articleJson,
  parseArticleId,
  positionHeader,
  revisionEtag,
  sections,
  toArticle,
  toArticleCard,
} from '@journal/contracts';
import { ProblemError, registerRoute } from '@journal/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Resource } from '../resource.ts';
import {
  type FinishedResponse,
  jsonResponse,
  type LongResponse,
  namesTag,
  nextLink,
  responseOf,
  sendResponse,
  splitPage,
  topicsOf,
} from '../response/response.ts';
import { sendCached } from '../response/response-cache.ts';
import { isBehind } from '../tracker/read-your-writes.ts';
import {
  type ArticleSelection,
  type ArticlesStore,
  createArticlesStore,
  type StoredArticle,
} from './articles.store.ts';

/** `GET /api/articles`, `…/featured`, `…/section/:section` and `…/:id`, and `GET /api/stats`: what readers see. */
export const articleRoutes: Resource = async (app, { pool, cache, articlesModel }) => {
  const store = createArticlesStore(pool);
  const config = { reads: [articlesModel] };

  registerRoute(app, 'GET /api/articles', { config }, (request, reply) => {
    const { section, featured } = request.query;
    const selection = { section, featured: featured === undefined ? undefined : Number(featured) };
    return sendList(request, reply, '/api/articles', selection);
  });

  registerRoute(app, 'GET /api/articles/featured', { config }, (request, reply) =>
    sendList(request, reply, '/api/articles/featured', { featured: 1 }),
  );

  registerRoute(app, 'GET /api/articles/section/:section', { config }, (request, reply) => {
    const section = sections.find((known) => known === request.params.section);
    if (!section) throw new ProblemError('not-found');
    return sendList(request, reply, `/api/articles/section/${section}`, { section });
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
    const json = articleJson(article);
    return { body: Buffer.from(json), etag: revisionEtag(article.revision, json), link: undefined };
  }

  async function sendList(
    request: FastifyRequest<{ Querystring: ArticlePageQuery }>,
    reply: FastifyReply,
    path: string,
    filter: Pick<ArticleSelection, 'section' | 'featured'>,
  ) {
    const { limit, fields } = request.query;
    const selection = { ...filter, after: cursorIn(request.query), cards: fields === 'card' };
    const key = JSON.stringify([path, limit, ...Object.values(selection)]);
    if (limit !== undefined) {
      const load = () => pageResponse(store, selection, Number(limit), path);
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

function cursorIn({ after }: ArticlePageQuery): number | undefined {
  const cursor = after === undefined ? undefined : parseArticleId(after);
  if (after === undefined || cursor !== undefined) return cursor;
  const message = 'This cursor is not one of ours';
  throw new ProblemError('invalid-request', { message, errors: [{ path: 'after', message }] });
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

const pageSize = 200;
/** Characters that are held of a list at most. */
const maxHeld = 4 * 1024 * 1024;

/** Resolves with a page of a list, with the address of the next one where there is more. `path` names the list. */
async function pageResponse(
  store: ArticlesStore,
  selection: ArticleSelection,
  limit: number,
  path: string,
): Promise<FinishedResponse> {
  const { cards, section, featured } = selection;
  const { page, last } = splitPage(await store.list(selection, limit + 1), limit);
  // The paths of the other lists say section and featured themselves.
  const filter = path === '/api/articles' ? { section, featured } : {};
  const link =
    last && nextLink(path, { ...filter, limit, after: last.id, fields: cards ? 'card' : undefined });
  return responseOf(`[${page.map(toJson(selection)).join(',')}]`, link);
}

/**
 * Resolves with a whole list. It is read in pages, so that it never takes more than about 4 MB of this process: a list
 * that is longer comes in chunks, read as the client takes them.
 */
async function wholeResponse(
  store: ArticlesStore,
  selection: ArticleSelection,
): Promise<FinishedResponse | LongResponse> {
  const held: string[] = [];
  let size = 0;
  for await (const page of readPages(store, selection)) {
    held.push(page);
    size += page.length;
    if (size > maxHeld) return { chunks: () => inChunks(readPages(store, selection)) };
  }
  return responseOf(`[${held.join(',')}]`);
}

async function* readPages(store: ArticlesStore, selection: ArticleSelection): AsyncGenerator<string, void> {
  let after = selection.after;
  for (;;) {
    const page = await store.list({ ...selection, after }, pageSize);
    if (page.length > 0) yield page.map(toJson(selection)).join(',');
    if (page.length < pageSize) return;
    after = page.at(-1)?.id;
  }
}

async function* inChunks(pages: AsyncIterable<string>): AsyncGenerator<Buffer, void> {
  let before = '[';
  for await (const page of pages) {
    yield Buffer.from(before + page);
    before = ',';
  }
  yield Buffer.from(before === '[' ? '[]' : ']');
}

function toJson({ cards }: ArticleSelection): (article: StoredArticle) => string {
  const show = cards ? toArticleCard : toArticle;
  return (article) => JSON.stringify(show(article));
}

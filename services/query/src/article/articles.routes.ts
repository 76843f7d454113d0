import { hash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  Article,
  type ArticlePageQuery,
  articleJson,
  type FurtherArticles,
  parseArticleId,
  revisionEtag,
  sections,
  toArticle,
  toArticleCard,
  topics,
} from '@journal/contracts';
import { articlesModel as model } from '@journal/read-models';
import { invalidField, ProblemError, registerRoute } from '@journal/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createIssuesStore } from '../issue/issues.store.ts';
import type { Resource } from '../resource.ts';
import {
  type FinishedResponse,
  jsonResponse,
  nextLink,
  responseOf,
  sendPrivate,
  sendResponse,
  splitPage,
} from '../response/response.ts';
import { sendCached } from '../response/response-cache.ts';
import { lowestOf } from '../tracker/read-your-writes.ts';
import {
  type ArticleSelection,
  type ArticlesStore,
  createArticlesStore,
  type StoredArticle,
} from './articles.store.ts';
import { findFurther, findOpposing } from './further-articles.ts';

/**
 * `GET /api/articles`, `…/featured`, `…/section/:section`, `…/:id` and `…/:id/further`, and `GET /api/stats`: what
 * readers see. `…/:id/opposing` is for editors.
 */
export const articleRoutes: Resource = async (app, { pool, cache, articlesModel, accountsModel }) => {
  const store = createArticlesStore(pool);
  const issues = createIssuesStore(pool, store);
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

  // A write accepts this ETag in If-Match.
  registerRoute(app, 'GET /api/articles/:id', { config }, (request, reply) => {
    const id = parseArticleId(request.params.id);
    if (id === undefined) throw new ProblemError('article-not-found');
    return sendCached(request, reply, cache, { key: `article ${id}`, load: () => loadArticle(id) });
  });

  registerRoute(app, 'GET /api/articles/:id/further', { config }, (request, reply) => {
    const id = parseArticleId(request.params.id);
    if (id === undefined) throw new ProblemError('article-not-found');
    return sendCached(request, reply, cache, { key: `further ${id}`, load: () => loadFurther(id) });
  });

  const forEditors = { reads: [articlesModel, accountsModel] };
  registerRoute(app, 'GET /api/articles/:id/opposing', { config: forEditors }, async (request, reply) => {
    const position = lowestOf(forEditors.reads);
    const id = parseArticleId(request.params.id);
    const article = id === undefined ? undefined : await store.anyCard(id);
    if (!article) throw new ProblemError('article-not-found');
    return sendPrivate(request, reply, position, jsonResponse(await findOpposing(store, article)));
  });

  registerRoute(app, 'GET /api/stats', { config }, (request, reply) =>
    sendCached(request, reply, cache, {
      key: 'stats',
      load: async () => jsonResponse(await store.stats()),
    }),
  );

  async function loadArticle(id: number): Promise<FinishedResponse> {
    const article = await store.article(id);
    if (!article) {
      const isRemoved = (await store.anyCard(id))?.removedAt != null;
      throw new ProblemError(isRemoved ? 'article-removed' : 'article-not-found');
    }
    const json = articleJson(article);
    return { body: Buffer.from(json), etag: revisionEtag(article.revision, json), link: undefined };
  }

  async function loadFurther(id: number): Promise<FinishedResponse> {
    const article = await store.card(id);
    if (!article) throw new ProblemError('article-not-found');
    const [found, further] = await Promise.all([issues.issueOf(id), findFurther(store, article)]);
    const ids = new Set([id, ...(found?.articleIds ?? [])]);
    return {
      ...jsonResponse({ issue: found?.issue ?? null, ...further } satisfies FurtherArticles),
      topics: [...[...ids].map(topics.article), topics.section(article.section)],
    };
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
    // The weak tag of a long list contains the read model's position: as long as that is the same, nothing has
    // changed, unless a deployment gives articles other fields. An unknown position may be any. Only this exact tag
    // avoids reading the list: `*` and others are compared with the tag of the list itself.
    const { position } = articlesModel;
    const etag = `W/"${position || randomUUID()}-${listFormat}"`;
    try {
      if (!request.headers['if-none-match']?.includes(etag))
        return await sendCached(request, reply, cache, { key, load: () => wholeResponse(store, selection) });
    } catch (error) {
      if (error !== tooLong) throw error;
    }
    const isHead = request.method === 'HEAD';
    const body = isHead ? undefined : Readable.from(piecesOf(store, selection), { objectMode: false });
    return sendResponse(request, reply, { response: { body, etag, link: undefined }, position });
  }
};

function cursorIn({ after }: ArticlePageQuery): number | undefined {
  const cursor = after === undefined ? undefined : parseArticleId(after);
  if (after === undefined || cursor !== undefined) return cursor;
  throw invalidField('after', 'This cursor is not valid');
}

/** Differs between deployments that give articles other fields. */
const listFormat = hash('sha256', JSON.stringify([Article, model.version]), 'base64url').slice(0, 8);

const pageSize = 200;
/** Maximum number of characters of a list that are kept in memory. */
const maxHeld = 4 * 1024 * 1024;
const tooLong = new Error('The list exceeds the in-memory limit');

/** Resolves with a page of a list, and the address of the next page if there is one. `path` names the list. */
async function pageResponse(
  store: ArticlesStore,
  selection: ArticleSelection,
  limit: number,
  path: string,
): Promise<FinishedResponse> {
  const { cards, section, featured } = selection;
  const { page, last } = splitPage(await store.list(selection, limit + 1), limit);
  // The paths of the other lists already contain section and featured.
  const filter = path === '/api/articles' ? { section, featured } : {};
  const link =
    last && nextLink(path, { ...filter, limit, after: last.id, fields: cards ? 'card' : undefined });
  return responseOf(`[${page.map(toJson(selection)).join(',')}]`, link);
}

/** Resolves with a whole list. Rejects with `tooLong` if it would take more than about 4 MB of memory. */
async function wholeResponse(store: ArticlesStore, selection: ArticleSelection): Promise<FinishedResponse> {
  let json = '';
  for await (const piece of piecesOf(store, selection)) {
    json += piece;
    if (json.length > maxHeld) throw tooLong;
  }
  return responseOf(json);
}

/** Yields the JSON of a list in chunks, each of which is read on demand. */
async function* piecesOf(store: ArticlesStore, selection: ArticleSelection): AsyncGenerator<string, void> {
  let { after } = selection;
  for (let opening = '['; ; opening = ',') {
    const page = await store.list({ ...selection, after }, pageSize);
    const isLast = page.length < pageSize;
    const json = page.map(toJson(selection)).join(',');
    yield `${page.length > 0 || opening === '[' ? opening : ''}${json}${isLast ? ']' : ''}`;
    if (isLast) return;
    after = page.at(-1)?.id;
  }
}

function toJson({ cards }: ArticleSelection): (article: StoredArticle) => string {
  const show = cards ? toArticleCard : toArticle;
  return (article) => JSON.stringify(show(article));
}

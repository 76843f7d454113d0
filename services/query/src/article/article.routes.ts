import { articleEtag, articleJson, parseArticleId, topics } from '@journal/contracts';
import { ProblemError, registerRoute, type Server } from '@journal/service-kit';
import type { ResponseCache } from '../response-cache/response-cache.ts';
import { sendResponse } from '../response-cache/send-response.ts';
import { sourceOf } from './article-source.ts';
import type { ArticlesStore } from './articles.store.ts';

/** `GET /api/articles/:id`; its ETag is the one that a write with If-Match takes. */
export function registerArticle(app: Server, parts: { store: ArticlesStore; answers: ResponseCache }): void {
  const { store, answers } = parts;

  async function answerOfArticle(id: number) {
    const article = await store.article(id);
    if (!article) throw new ProblemError('article-not-found');
    const json = articleJson(sourceOf(article));
    return { body: Buffer.from(json), etag: articleEtag(article.revision, json), link: undefined };
  }

  registerRoute(app, 'GET /api/articles/:id', {}, async (request, reply) => {
    const id = parseArticleId(request.params.id);
    if (id === undefined) throw new ProblemError('article-not-found');
    const key = `article ${id}`;
    const given =
      answers.get(key) ??
      (await answers.load({ key, topics: [topics.article(id)], load: () => answerOfArticle(id) }));
    return sendResponse(request, reply, given);
  });
}

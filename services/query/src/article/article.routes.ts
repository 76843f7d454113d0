import { articleEtag, articleJson, parseArticleId, topics } from '@journal/contracts';
import { ProblemError, type Server } from '@journal/service-kit';
import Type from 'typebox';
import type { ResponseCache } from '../response-cache/response-cache.ts';
import { sendResponse } from '../response-cache/send-response.ts';
import { sourceOf } from './article-source.ts';
import type { ArticlesStore } from './articles.store.ts';

const NoQuery = Type.Object({}, { additionalProperties: false });

/** `GET /api/articles/:id`; its ETag is the one that a write with If-Match takes. */
export function registerArticle(app: Server, parts: { store: ArticlesStore; answers: ResponseCache }): void {
  const { store, answers } = parts;

  async function answerOfArticle(id: number) {
    const article = await store.article(id);
    if (!article) throw new ProblemError('article-not-found');
    const json = articleJson(sourceOf(article));
    return { body: Buffer.from(json), etag: articleEtag(article.revision, json), link: undefined };
  }

  app.get<{ Params: { id: string } }>(
    '/api/articles/:id',
    { schema: { querystring: NoQuery } },
    async (request, reply) => {
      const id = parseArticleId(request.params.id);
      if (id === undefined) throw new ProblemError('article-not-found');
      const key = `article ${id}`;
      const given =
        answers.get(key) ??
        (await answers.load({ key, topics: [topics.article(id)], load: () => answerOfArticle(id) }));
      return sendResponse(request, reply, given);
    },
  );
}

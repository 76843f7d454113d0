import { topics } from '@journal/contracts';
import type { Server } from '@journal/service-kit';
import Type from 'typebox';
import type { ArticlesStore } from '../article/articles.store.ts';
import { responseOf } from '../response-cache/response-body.ts';
import type { ResponseCache } from '../response-cache/response-cache.ts';
import { sendResponse } from '../response-cache/send-response.ts';

const NoQuery = Type.Object({}, { additionalProperties: false });
const key = 'stats';

/** `GET /api/stats`: what the About page counts. */
export function registerStats(app: Server, parts: { store: ArticlesStore; answers: ResponseCache }): void {
  const { store, answers } = parts;
  const load = async () => responseOf(JSON.stringify(await store.stats()));
  app.get('/api/stats', { schema: { querystring: NoQuery } }, async (request, reply) =>
    sendResponse(
      request,
      reply,
      answers.get(key) ?? (await answers.load({ key, topics: [topics.stats], load })),
    ),
  );
}

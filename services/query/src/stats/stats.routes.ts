import { topics } from '@journal/contracts';
import type { Server } from '@journal/service-kit';
import Type from 'typebox';
import { answerOf } from '../answers/answer.ts';
import type { Answers } from '../answers/answers.ts';
import { sendAnswer } from '../answers/send-answer.ts';
import type { ArticlesStore } from '../article/articles.store.ts';

const NoQuery = Type.Object({}, { additionalProperties: false });
const key = 'stats';

/** `GET /api/stats`: what the About page counts. */
export function registerStats(app: Server, parts: { store: ArticlesStore; answers: Answers }): void {
  const { store, answers } = parts;
  const ask = async () => answerOf(JSON.stringify(await store.stats()));
  app.get('/api/stats', { schema: { querystring: NoQuery } }, async (request, reply) =>
    sendAnswer(
      request,
      reply,
      answers.kept(key) ?? (await answers.give({ key, topics: [topics.stats], ask })),
    ),
  );
}

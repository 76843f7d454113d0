import { ArticleHistoryQuery, defaultHistoryLimit, parseArticleId } from '@journal/contracts';
import { ProblemError, type Server } from '@journal/service-kit';
import { newsroomOnly } from '../account/newsroom-only.ts';
import type { SessionParts } from '../account/session-account.ts';
import { answerOf } from '../answers/answer.ts';
import { sendAnswer } from '../answers/send-answer.ts';
import type { ReadSide } from '../read-side/read-side.ts';
import type { ArticlesStore } from './articles.store.ts';

export type ArticleHistoryParts = SessionParts & {
  readonly store: ArticlesStore;
  readonly readSide: ReadSide;
  readonly serviceToken: string;
};

/** `GET /api/articles/:id/history`, deleted articles too. For the newsroom and its programs. */
export function registerArticleHistory(app: Server, parts: ArticleHistoryParts): void {
  const { store, readSide } = parts;
  app.get<{ Params: { id: string }; Querystring: ArticleHistoryQuery }>(
    '/api/articles/:id/history',
    {
      schema: { querystring: ArticleHistoryQuery },
      config: { reads: [readSide, parts.accountsSide] },
      ...newsroomOnly(parts, parts.serviceToken),
    },
    async (request, reply) => {
      const id = parseArticleId(request.params.id);
      if (id === undefined) throw new ProblemError('article-not-found');
      const limit = Number(request.query.limit ?? defaultHistoryLimit);
      const before = request.query.before === undefined ? undefined : Number(request.query.before);
      const { position } = readSide;
      const found = await store.history(id, before, limit + 1);
      if (found.length === 0 && before === undefined) throw new ProblemError('article-not-found');
      const page = found.slice(0, limit);
      const last = page.at(-1);
      const link =
        found.length > page.length && last
          ? `</api/articles/${id}/history?limit=${limit}&before=${last.revision}>; rel="next"`
          : undefined;
      reply.header('vary', 'authorization, cookie');
      return sendAnswer(
        request,
        reply,
        { answer: answerOf(JSON.stringify(page), link), position },
        'private',
      );
    },
  );
}

import {
  defaultNewsroomLimit,
  type NewsroomArticle,
  NewsroomArticlesQuery,
  type NewsroomCounts,
  toArticleCard,
} from '@journal/contracts';
import type { Server } from '@journal/service-kit';
import Type from 'typebox';
import { newsroomOnly } from '../account/newsroom-only.ts';
import type { SessionParts } from '../account/session-account.ts';
import { jsonResponse } from '../response-cache/response-body.ts';
import { sendPrivate } from '../response-cache/send-response.ts';
import type { SubmissionsStore } from '../submission/submissions.store.ts';
import { lowestOf } from '../tracker/read-your-writes.ts';
import type { TrackedModel } from '../tracker/tracked-model.ts';
import type { NewsroomArticlesStore, NewsroomRow } from './newsroom-articles.store.ts';
import { nextLink } from './next-link.ts';
import { patternsOf } from './search-words.ts';

export type NewsroomParts = SessionParts & {
  readonly articles: NewsroomArticlesStore;
  readonly submissions: Pick<SubmissionsStore, 'pending'>;
  /** Of the articles' tables. */
  readonly readSide: TrackedModel;
  /** Of the tables of pitches. */
  readonly submissionsSide: TrackedModel;
  readonly serviceToken: string;
};

const NoQuery = Type.Object({}, { additionalProperties: false });
const path = '/api/newsroom/articles';

/** `GET /api/newsroom/articles` and `/api/newsroom/counts`: what the newsroom sees of the journal's pieces. */
export function registerNewsroom(app: Server, parts: NewsroomParts): void {
  const { articles, submissions, readSide, submissionsSide, accountsSide } = parts;
  const access = newsroomOnly(parts, parts.serviceToken);
  const ofArticles = [readSide, accountsSide];
  const ofBoth = [readSide, submissionsSide, accountsSide];

  app.get<{ Querystring: NewsroomArticlesQuery }>(
    path,
    { schema: { querystring: NewsroomArticlesQuery }, config: { reads: ofArticles }, ...access },
    async (request, reply) => {
      const { status = 'published', section, featured, after, q } = request.query;
      const limit = Number(request.query.limit ?? defaultNewsroomLimit);
      const position = lowestOf(ofArticles);
      const found = await articles.list(
        {
          status,
          section,
          featured: featured === undefined ? undefined : Number(featured),
          patterns: patternsOf(q),
          after: after === undefined ? undefined : Math.min(Number(after), highestId),
        },
        limit + 1,
      );
      const page = found.slice(0, limit);
      const last = found.length > limit ? page.at(-1) : undefined;
      const link = last && nextLink(path, request.query, last.id);
      return sendPrivate(request, reply, jsonResponse(page.map(show), link), position);
    },
  );

  app.get(
    '/api/newsroom/counts',
    { schema: { querystring: NoQuery }, config: { reads: ofBoth }, ...access },
    async (request, reply) => {
      const position = lowestOf(ofBoth);
      const [published, pending] = await Promise.all([articles.published(), submissions.pending()]);
      const counts: NewsroomCounts = { articles: published, submissions: pending };
      return sendPrivate(request, reply, jsonResponse(counts), position);
    },
  );
}

/** Of the column's type; a cursor beyond it is before every article. */
const highestId = 2_147_483_647;

function show({ createdAt, deletedAt, ...row }: NewsroomRow): NewsroomArticle {
  return {
    ...toArticleCard({ ...row, createdAt: createdAt.toISOString() }),
    deletedAt: deletedAt?.toISOString() ?? null,
  };
}

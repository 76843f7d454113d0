import {
  defaultNewsroomLimit,
  type MailCheck,
  type NewsroomArticle,
  type NewsroomCounts,
  revisionEtag,
  toArticleCard,
} from '@journal/contracts';
import { lastMailCheck } from '@journal/read-models/delivery';
import { registerRoute } from '@journal/service-kit';
import { isAbleTo, reviewerOf } from '../account/access.ts';
import { createArticlesStore, type PlannedArticle } from '../article/articles.store.ts';
import { patternsOf, schemas } from '../database.ts';
import type { Resource } from '../resource.ts';
import { jsonResponse, nextLink, sendPrivate, splitPage } from '../response/response.ts';
import { createSubmissionsStore } from '../submission/submissions.store.ts';
import { lowestOf } from '../tracker/read-your-writes.ts';
import { createConcernsStore, cursorAt, placeIn } from './concerns.store.ts';

/**
 * `GET /api/newsroom/articles`, `…/concerns`, `…/mail-check`, `…/desk` and `…/counts`: what the newsroom sees of the
 * journal's pieces, concerns and mail.
 */
export const newsroomRoutes: Resource = async (app, context) => {
  const { pool, tracker, articlesModel, submissionsModel, accountsModel } = context;
  const articles = createArticlesStore(pool);
  const submissions = createSubmissionsStore(pool);
  const concerns = createConcernsStore(pool);
  const ofArticles = [articlesModel, accountsModel];
  const ofPitches = [submissionsModel, accountsModel];
  const ofBoth = [articlesModel, submissionsModel, accountsModel];

  registerRoute(
    app,
    'GET /api/newsroom/articles',
    { config: { reads: ofArticles } },
    async (request, reply) => {
      const { status = 'published', section, featured, after, q } = request.query;
      const limit = Number(request.query.limit ?? defaultNewsroomLimit);
      const position = lowestOf(ofArticles);
      const selection = {
        status,
        section,
        featured: flagOf(featured),
        patterns: patternsOf(q),
        after: after === undefined ? undefined : Math.min(Number(after), maxId),
      };
      const { page, last } = splitPage(await articles.cardsForEditors(selection, limit + 1), limit);
      const link = last && nextLink('/api/newsroom/articles', { ...request.query, after: last.id });
      return sendPrivate(request, reply, position, jsonResponse(page.map(show), link));
    },
  );

  const ofConcerns = [...ofBoth, tracker.model(schemas.concerns)];
  registerRoute(
    app,
    'GET /api/newsroom/concerns',
    { config: { reads: ofConcerns } },
    async (request, reply) => {
      const limit = Number(request.query.limit ?? defaultNewsroomLimit);
      const position = lowestOf(ofConcerns);
      const after = request.query.after === undefined ? undefined : placeIn(request.query.after);
      const { page, last } = splitPage(await concerns.list(after, limit + 1), limit);
      const link = last && nextLink('/api/newsroom/concerns', { ...request.query, after: cursorAt(last) });
      const shown = page.map(({ concernId: _id, ...concern }) => concern);
      return sendPrivate(request, reply, position, jsonResponse(shown, link));
    },
  );

  const ofRoles = [accountsModel];
  registerRoute(
    app,
    'GET /api/newsroom/mail-check',
    { config: { reads: ofRoles } },
    async (request, reply) => {
      const found = await lastMailCheck<MailCheck['findings'][number]>(pool);
      const answer: MailCheck = found ?? { checkedAt: null, findings: [] };
      return sendPrivate(request, reply, lowestOf(ofRoles), jsonResponse(answer));
    },
  );

  registerRoute(app, 'GET /api/newsroom/desk', { config: { reads: ofPitches } }, async (request, reply) => {
    const position = lowestOf(ofPitches);
    return sendPrivate(request, reply, position, jsonResponse(await submissions.desk(reviewerOf(request))));
  });

  registerRoute(app, 'GET /api/newsroom/counts', { config: { reads: ofBoth } }, async (request, reply) => {
    const position = lowestOf(ofBoth);
    const { status, section, featured, q, stage, assignee, planned } = request.query;
    const narrowed = { section, patterns: patternsOf(q) };
    const reviewerId = reviewerOf(request);
    const ofArticle = {
      ...narrowed,
      status: status === 'deleted' || status === 'hidden' ? status : 'published',
      featured: flagOf(featured),
    } as const;
    const [articleCount, submissionCount] = await Promise.all([
      isAbleTo(request, 'edit-articles') ? articles.count(ofArticle) : 0,
      submissions.count({
        ...narrowed,
        stage,
        assignee,
        reviewerId,
        planned,
        status: status === undefined || status === 'hidden' ? 'pending' : status,
      }),
    ]);
    const counts: NewsroomCounts = { articles: articleCount, submissions: submissionCount };
    return sendPrivate(request, reply, position, jsonResponse(counts));
  });
};

const flagOf = (value: string | undefined) => (value === undefined ? undefined : Number(value));

/** Maximum of the column's type. A larger cursor is before every article. */
const maxId = 2_147_483_647;

const show = (row: PlannedArticle): NewsroomArticle => ({
  ...toArticleCard(row),
  etag: revisionEtag(row.revision, ''),
  deletedAt: row.deletedAt,
  unpublishAt: row.unpublishAt,
  hiddenAt: row.hiddenAt,
});

import { articleFields } from '@journal/events/fields';
import Type, { type Static } from 'typebox';
import { restoring } from '../audit/history.routes.ts';
import { topics } from '../changes/topics.ts';
import { defineRoutes } from '../routes/route.ts';
import { ArticleCursor, ArticleId, ClosedObject, Flag, Limit } from '../system/schemas.ts';
import {
  Article,
  ArticleCard,
  ArticleEdit,
  ArticleFields,
  FurtherArticles,
  ImportedArticle,
  OpposingSide,
  OpposingStatement,
  PlannedUnpublish,
  Section,
  Stats,
} from './article.schema.ts';

/**
 * Query parameters of a list. Without `limit`, the list is complete. `after` is the opaque cursor from the
 * `Link: rel="next"` header. `fields=card` omits the content.
 */
const paging = {
  limit: Limit,
  after: ArticleCursor,
  fields: Type.Optional(Type.Enum(['card'])),
};

/** Query string of the featured list and of a section's list. */
export const ArticlePageQuery = ClosedObject(paging);
export type ArticlePageQuery = Static<typeof ArticlePageQuery>;

const list = {
  access: 'public',
  headers: ['if-none-match', 'etag', 'link'],
  responses: { 200: Type.Array(Type.Union([Article, ArticleCard])) },
} as const;
const planning = {
  access: 'edit-articles',
  params: { id: ArticleId },
  headers: ['idempotency-key', 'if-match', 'etag'],
  responses: { 200: Article },
  problems: ['article-not-found', 'article-removed', 'write-conflict'],
} as const;
const written = { access: 'edit-articles-or-service', params: { id: ArticleId } } as const;

export const articleRoutes = defineRoutes({
  'GET /api/articles': {
    summary: 'All articles, newest first',
    query: ClosedObject({ section: Type.Optional(Section), featured: Flag, ...paging }),
    ...list,
    topics: ({ query: { section, featured } }) => [
      section === undefined ? (featured === '1' ? topics.featured : topics.articles) : `section:${section}`,
    ],
  },
  'GET /api/articles/featured': {
    summary: 'Featured articles, newest first',
    query: ArticlePageQuery,
    ...list,
    topics: () => [topics.featured],
  },
  'GET /api/articles/section/:section': {
    summary: 'Articles of a section, newest first',
    params: { section: Section },
    query: ArticlePageQuery,
    ...list,
    problems: ['not-found'],
    topics: ({ params }) => [`section:${params.section}`],
  },
  'GET /api/articles/:id': {
    summary:
      'An article; 404 if it does not exist, was deleted or is hidden by its writer, 410 if it was removed',
    access: 'public',
    params: { id: ArticleId },
    headers: ['if-none-match', 'etag'],
    responses: { 200: Article },
    problems: ['article-not-found', 'article-removed'],
    topics: ({ params }) => [`article:${params.id}`],
  },
  'GET /api/articles/:id/further': {
    summary: 'Suggestions for what to read after an article',
    access: 'public',
    params: { id: ArticleId },
    headers: ['if-none-match', 'etag'],
    responses: { 200: FurtherArticles },
    problems: ['article-not-found'],
    // The response names its section instead.
    topics: () => [topics.articles],
  },
  'GET /api/stats': {
    summary: 'Number of published articles and of their writers',
    access: 'public',
    headers: ['if-none-match', 'etag'],
    responses: { 200: Stats },
    topics: () => [topics.stats],
  },
  'POST /api/articles': {
    summary: 'Publishes an article',
    access: 'edit-articles-or-service',
    body: ArticleFields,
    headers: ['idempotency-key', 'etag', 'location'],
    responses: { 201: Article },
    problems: ['write-conflict'],
  },
  'PUT /api/articles/:id': {
    summary: 'Replaces an article; a byline chosen by its writer must stay unchanged',
    ...written,
    body: ArticleEdit,
    headers: ['if-match', 'etag', 'journal-draft'],
    responses: { 200: Article },
    problems: ['article-not-found', 'article-removed', 'byline-chosen', 'write-conflict'],
  },
  'POST /api/articles/:id/unname': {
    summary: 'Removes name, age and school from an article; only editors can add a byline again',
    ...written,
    responses: { 204: null },
    problems: ['article-not-found', 'article-removed', 'write-conflict'],
  },
  'POST /api/articles/:id/remove': {
    summary: 'Permanently removes an article that its writer has hidden; it returns 410 from then on',
    ...written,
    responses: { 204: null },
    problems: ['article-not-found', 'article-not-hidden', 'article-removed', 'write-conflict'],
  },
  'POST /api/articles/:id/erase': {
    summary:
      'Erases a hidden, deleted or removed article, with the text in its history and the pitch that it came from; it returns 410 from then on',
    access: 'admin',
    params: { id: ArticleId },
    responses: { 204: null },
    problems: ['article-not-found', 'article-shown', 'write-conflict'],
  },
  'GET /api/articles/:id/opposing': {
    summary: 'The other side of the article’s debate, deleted or not; null if there is none',
    access: 'edit-articles-or-service',
    params: { id: ArticleId },
    headers: ['if-none-match', 'etag'],
    responses: { 200: OpposingSide },
    problems: ['article-not-found'],
    topics: () => [topics.articles],
  },
  'PUT /api/articles/:id/opposing': {
    summary: 'Makes an article of The Clash the reply to another',
    ...written,
    body: OpposingStatement,
    responses: { 204: null },
    problems: [
      'article-not-found',
      'article-removed',
      'article-paired',
      'not-in-the-clash',
      'write-conflict',
    ],
  },
  'DELETE /api/articles/:id/opposing': {
    summary: 'Ends the debate of an article, whichever side it is on',
    ...written,
    responses: { 204: null },
    problems: ['article-not-found', 'write-conflict'],
  },
  'DELETE /api/articles/:id': {
    summary: 'Deletes an article; its history stays',
    ...written,
    responses: { 204: null },
    problems: ['article-not-found', 'write-conflict'],
  },
  'POST /api/articles/:id/schedule-unpublish': {
    summary:
      'Schedules the deletion of an article, at most two years ahead, replacing any earlier schedule; a deletion ends the schedule',
    ...planning,
    body: PlannedUnpublish,
  },
  'POST /api/articles/:id/cancel-unpublish': {
    summary: 'Cancels the scheduled deletion, also of an article that its writer has hidden',
    ...planning,
  },
  'POST /api/operations/articles/import': {
    summary:
      'Publishes an article from another journal with its original date, or, as a draft, deletes it immediately for an editor to restore',
    access: 'service',
    body: ImportedArticle,
    headers: ['idempotency-key', 'etag'],
    responses: { 201: ClosedObject({ id: Type.Integer({ minimum: 1 }) }) },
    problems: ['article-not-found', 'write-conflict'],
  },
  'POST /api/operations/articles/:id/unpublish-as-planned': {
    summary:
      'Deletes an article whose scheduled time has come, on behalf of the user who scheduled it; has no effect otherwise. Idempotent',
    access: 'service',
    params: { id: ArticleId },
    responses: { 204: null },
    problems: ['article-not-found', 'write-conflict'],
  },
  'POST /api/articles/:id/restore': {
    summary:
      'Restores an article: without a body to its state before the deletion, with `revision` to that revision, or only `fields` of it, whether deleted or not',
    ...written,
    body: restoring(articleFields),
    bodyOptional: true,
    headers: ['idempotency-key', 'if-match', 'etag'],
    responses: { 200: Article },
    problems: [
      'article-not-found',
      'article-removed',
      'article-not-deleted',
      'version-not-found',
      'write-conflict',
    ],
  },
});

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
    summary: 'Every article, newest first',
    query: ClosedObject({ section: Type.Optional(Section), featured: Flag, ...paging }),
    ...list,
    topics: ({ query: { section, featured } }) => [
      section === undefined ? (featured === '1' ? topics.featured : topics.articles) : `section:${section}`,
    ],
  },
  'GET /api/articles/featured': {
    summary: 'The featured articles, newest first',
    query: ArticlePageQuery,
    ...list,
    topics: () => [topics.featured],
  },
  'GET /api/articles/section/:section': {
    summary: 'The articles of a section, newest first',
    params: { section: Section },
    query: ArticlePageQuery,
    ...list,
    problems: ['not-found'],
    topics: ({ params }) => [`section:${params.section}`],
  },
  'GET /api/articles/:id': {
    summary:
      'One article; 404 where it does not exist, was deleted or hidden by its writer, 410 where it was removed',
    access: 'public',
    params: { id: ArticleId },
    headers: ['if-none-match', 'etag'],
    responses: { 200: Article },
    problems: ['article-not-found', 'article-removed'],
    topics: ({ params }) => [`article:${params.id}`],
  },
  'GET /api/articles/:id/further': {
    summary: 'What to read after an article',
    access: 'public',
    params: { id: ArticleId },
    headers: ['if-none-match', 'etag'],
    responses: { 200: FurtherArticles },
    problems: ['article-not-found'],
    // The response names its section instead.
    topics: () => [topics.articles],
  },
  'GET /api/stats': {
    summary: 'How many articles are published, by how many writers',
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
    summary: 'Replaces an article; a byline that its writer has chosen has to stay as it is',
    ...written,
    body: ArticleEdit,
    headers: ['if-match', 'etag', 'journal-draft'],
    responses: { 200: Article },
    problems: ['article-not-found', 'article-removed', 'byline-chosen', 'write-conflict'],
  },
  'POST /api/articles/:id/unname': {
    summary: 'Takes name, age and school off an article; only editors can put a byline there again',
    ...written,
    responses: { 204: null },
    problems: ['article-not-found', 'article-removed', 'write-conflict'],
  },
  'POST /api/articles/:id/remove': {
    summary: 'Removes an article for good that its writer has hidden; it is 410 from then on',
    ...written,
    responses: { 204: null },
    problems: ['article-not-found', 'article-not-hidden', 'article-removed', 'write-conflict'],
  },
  'POST /api/articles/:id/erase': {
    summary:
      'Erases an article that is hidden, deleted or removed, with its history’s text and the pitch that it came from; it is 410 from then on',
    access: 'admin',
    params: { id: ArticleId },
    responses: { 204: null },
    problems: ['article-not-found', 'article-shown', 'write-conflict'],
  },
  'GET /api/articles/:id/opposing': {
    summary: 'The other side of the debate that an article is in, deleted or not; null where there is none',
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
    summary: 'Ends the debate that an article is in, whichever side it is',
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
      'Plans that an article is deleted at a time, within two years, in the place of the plan before; a deletion ends the plan',
    ...planning,
    body: PlannedUnpublish,
  },
  'POST /api/articles/:id/cancel-unpublish': {
    summary: 'Cancels that plan, also of an article that its writer has hidden',
    ...planning,
  },
  'POST /api/operations/articles/import': {
    summary:
      'Publishes an article of another journal with the date that it had there, or, as a draft, deletes it at once, for an editor to restore',
    access: 'service',
    body: ImportedArticle,
    headers: ['idempotency-key', 'etag'],
    responses: { 201: ClosedObject({ id: Type.Integer({ minimum: 1 }) }) },
    problems: ['article-not-found', 'write-conflict'],
  },
  'POST /api/operations/articles/:id/unpublish-as-planned': {
    summary:
      'Deletes an article whose planned time has come, in the name of whoever planned it; changes nothing where none has, and may be done again',
    access: 'service',
    params: { id: ArticleId },
    responses: { 204: null },
    problems: ['article-not-found', 'write-conflict'],
  },
  'POST /api/articles/:id/restore': {
    summary:
      'Brings an article back: without a body as it was when it was deleted, with `revision` as it was at that revision, or only `fields` of it, deleted or not',
    ...written,
    body: restoring(articleFields),
    bodyOptional: true,
    headers: ['idempotency-key', 'etag'],
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

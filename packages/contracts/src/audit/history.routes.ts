import Type, { type Static } from 'typebox';
import { topics } from '../changes/topics.ts';
import { defineRoutes } from '../routes/route.ts';
import { HistoryVersion, HistoryVersionText } from './history.schema.ts';
export const defaultHistoryLimit = 50;

const Revision = (message: string) => Type.Optional(Type.String({ pattern: '^[0-9]{1,9}$', message }));

/** Query string of a history: at most `limit` versions (50), those older than revision `before`. */
export const HistoryQuery = Type.Object(
  {
    limit: Type.Optional(
      Type.String({ pattern: '^([1-9][0-9]?|100)$', message: 'Limit must be between 1 and 100' }),
    ),
    before: Revision('Before must be a revision of this history'),
  },
  { additionalProperties: false },
);
export type HistoryQuery = Static<typeof HistoryQuery>;

/** Query string of one version: what it is compared with, where that is not the version before it. */
export const HistoryVersionQuery = Type.Object(
  { against: Revision('Against must be a revision of this history') },
  { additionalProperties: false },
);
export type HistoryVersionQuery = Static<typeof HistoryVersionQuery>;

const ArticleId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const SubmissionId = Type.String({ format: 'uuid' });
const RevisionNumber = Type.Integer({ minimum: 0, maximum: 999_999_999 });

export const historyRoutes = defineRoutes({
  'GET /api/articles/:id/history': {
    summary: 'The versions of an article, newest first, with who, when and which fields; deleted ones too',
    access: 'admin-or-service',
    params: { id: ArticleId },
    query: HistoryQuery,
    headers: ['if-none-match', 'etag', 'link'],
    responses: { 200: Type.Array(HistoryVersion) },
    problems: ['article-not-found'],
    topics: ({ params }) => [`article:${params.id}`],
  },
  'GET /api/articles/:id/history/:revision': {
    summary:
      'The whole text as of a version, and word by word how it differs from the version before, or from `?against=` another',
    access: 'admin-or-service',
    params: { id: ArticleId, revision: RevisionNumber },
    query: HistoryVersionQuery,
    headers: ['if-none-match', 'etag'],
    responses: { 200: HistoryVersionText },
    problems: ['article-not-found', 'version-not-found'],
    topics: ({ params }) => [`article:${params.id}`],
  },
  'GET /api/submissions/:id/history': {
    summary: 'The versions of a pitch, in the same way',
    access: 'admin-or-service',
    params: { id: SubmissionId },
    query: HistoryQuery,
    headers: ['if-none-match', 'etag', 'link'],
    responses: { 200: Type.Array(HistoryVersion) },
    problems: ['submission-not-found'],
    topics: ({ params }) => [topics.submission(`${params.id}`)],
  },
  'GET /api/submissions/:id/history/:revision': {
    summary: 'A version of a pitch, in the same way',
    access: 'admin-or-service',
    params: { id: SubmissionId, revision: RevisionNumber },
    query: HistoryVersionQuery,
    headers: ['if-none-match', 'etag'],
    responses: { 200: HistoryVersionText },
    problems: ['submission-not-found', 'version-not-found'],
    topics: ({ params }) => [topics.submission(`${params.id}`)],
  },
});

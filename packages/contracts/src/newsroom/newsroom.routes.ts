import Type, { type Static } from 'typebox';
import { ArticleCard, Section } from '../article/article.schema.ts';
import { topics } from '../changes/topics.ts';
import { defineRoutes } from '../routes/route.ts';
import { Assignee, ReportedConcern, Stage, SubmissionStatus } from '../submission/submission.schema.ts';
import {
  ArticleCursor,
  ClosedObject,
  Count,
  Cursor,
  DateTime,
  Flag,
  Limit,
  nullable,
} from '../system/schemas.ts';

/** Parameters of all newsroom lists: a page of at most `limit` rows that contain every word in `q`. */
export const searchInList = {
  limit: Limit,
  q: Type.Optional(Type.String({ maxLength: 200, message: 'Search for at most 200 characters' })),
};

export const defaultNewsroomLimit = 50;

/** An article in the editors' list. */
export const NewsroomArticle = Type.Object({
  ...ArticleCard.properties,
  /** A write accepts it in If-Match. */
  etag: Type.String(),
  /** Null if readers see the article. */
  deletedAt: nullable(DateTime),
  /** Scheduled time of unpublishing; null if there is none. */
  unpublishAt: nullable(DateTime),
  /** Time at which the writer hid the article; null if they have not. */
  hiddenAt: nullable(DateTime),
});
export type NewsroomArticle = Static<typeof NewsroomArticle>;

/** Counts on the panel's tabs: articles that readers see, and pending pitches. */
export const NewsroomCounts = Type.Object({
  articles: Count,
  submissions: Count,
});
export type NewsroomCounts = Static<typeof NewsroomCounts>;

/** Number of pending pitches by stage and by editor, and of unassigned ones. */
export const NewsroomDesk = Type.Object({
  stages: Type.Array(Type.Object({ stage: Stage, count: Count })),
  /** All editors, by name. */
  editors: Type.Array(Type.Object({ userId: Type.String(), name: Type.String(), count: Count })),
  unassigned: Count,
});
export type NewsroomDesk = Static<typeof NewsroomDesk>;

/** Findings of a worker's check of the mail setup; see `npm run journal -- mail check`. */
export const MailCheck = Type.Object({
  /** Null if no worker has checked yet. */
  checkedAt: nullable(DateTime),
  findings: Type.Array(
    Type.Object({
      about: Type.String(),
      state: Type.Enum(['well', 'missing', 'advice', 'unknown']),
      says: Type.String(),
      toDo: Type.Optional(Type.String()),
    }),
  ),
});
export type MailCheck = Static<typeof MailCheck>;

export const newsroomRoutes = defineRoutes({
  'GET /api/newsroom/mail-check': {
    summary: 'Findings about the journal’s mail setup, as checked by a worker within the last hour',
    access: 'admin-or-service',
    headers: ['if-none-match', 'etag'],
    responses: { 200: MailCheck },
    topics: () => [topics.mailings],
  },
  'GET /api/newsroom/desk': {
    summary: 'Number of pending pitches by stage and by editor, with the names of all editors',
    access: 'read-pitches-or-service',
    headers: ['if-none-match', 'etag'],
    responses: { 200: NewsroomDesk },
    topics: () => [topics.submissions],
  },
  'GET /api/newsroom/concerns': {
    summary: 'Concerns reported by writers and others, newest first',
    access: 'read-concerns',
    /** `after`: the opaque cursor from the `Link: rel="next"` header. */
    query: ClosedObject({ limit: Limit, after: Cursor }),
    headers: ['if-none-match', 'etag', 'link'],
    responses: { 200: Type.Array(ReportedConcern) },
    // Writers report theirs about a pitch.
    topics: () => [topics.submissions, topics.concerns],
  },
  'GET /api/newsroom/articles': {
    summary:
      'Article cards with `etag`, `deletedAt`, `hiddenAt` and `unpublishAt`, including deleted and hidden articles',
    access: 'edit-articles-or-service',
    /**
     * `q`: words that title or author's name must all contain. `status`: default `published`. `after`: the opaque
     * cursor from the `Link: rel="next"` header.
     */
    query: ClosedObject({
      ...searchInList,
      section: Type.Optional(Section),
      featured: Flag,
      status: Type.Optional(Type.Enum(['published', 'deleted', 'hidden'])),
      after: ArticleCursor,
    }),
    headers: ['if-none-match', 'etag', 'link'],
    responses: { 200: Type.Array(NewsroomArticle) },
    topics: () => [topics.articles],
  },
  'GET /api/newsroom/counts': {
    summary:
      'Number of articles that readers see and of pending pitches, or of those that match the filters of a list',
    access: 'read-pitches-or-service',
    /**
     * Same as for the lists. `featured` applies only to articles; `stage`, `assignee`, `planned` and most of `status`
     * only to pitches.
     */
    query: ClosedObject({
      q: searchInList.q,
      section: Type.Optional(Section),
      featured: Flag,
      status: Type.Optional(Type.Enum([...SubmissionStatus.enum, 'hidden'])),
      stage: Type.Optional(Stage),
      assignee: Type.Optional(Assignee),
      planned: Flag,
    }),
    headers: ['if-none-match', 'etag'],
    responses: { 200: NewsroomCounts },
    topics: () => [topics.articles, topics.submissions],
  },
});

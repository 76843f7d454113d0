import Type, { type Static } from 'typebox';
import { ArticleCard, Section } from '../article/article.schema.ts';
import { topics } from '../changes/topics.ts';
import { defineRoutes } from '../routes/route.ts';
import { Assignee, ReportedConcern, Stage, SubmissionStatus } from '../submission/submission.schema.ts';
import { ArticleCursor, ClosedObject, Count, DateTime, Flag, Limit, nullable } from '../system/schemas.ts';

/** What all lists of the newsroom take: a page of at most `limit` rows that have each of the words in `q`. */
export const searchInList = {
  limit: Limit,
  q: Type.Optional(Type.String({ maxLength: 200, message: 'Search for at most 200 characters' })),
};

export const defaultNewsroomLimit = 50;

/** An article in the editors' list. */
export const NewsroomArticle = Type.Object({
  ...ArticleCard.properties,
  /** Null for one that readers see. */
  deletedAt: nullable(DateTime),
  /** When it is to be taken down, where that is planned. */
  unpublishAt: nullable(DateTime),
  /** When its writer took it away from readers; null where they have not. */
  hiddenAt: nullable(DateTime),
});
export type NewsroomArticle = Static<typeof NewsroomArticle>;

/** What the tabs of the panel count: articles that readers see, and pitches that wait. */
export const NewsroomCounts = Type.Object({
  articles: Count,
  submissions: Count,
});
export type NewsroomCounts = Static<typeof NewsroomCounts>;

/** How many pitches wait at each stage and for each editor, and how many nobody looks after. */
export const NewsroomDesk = Type.Object({
  stages: Type.Array(Type.Object({ stage: Stage, count: Count })),
  /** All editors, by name. */
  editors: Type.Array(Type.Object({ userId: Type.String(), name: Type.String(), count: Count })),
  unassigned: Count,
});
export type NewsroomDesk = Static<typeof NewsroomDesk>;

/** What a worker has found out about sending mail; see `npm run journal -- mail check`. */
export const MailCheck = Type.Object({
  /** Null where no worker has looked yet. */
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
    summary: 'What the journal is missing to send mail, as a worker has looked it up within the last hour',
    access: 'admin-or-service',
    headers: ['if-none-match', 'etag'],
    responses: { 200: MailCheck },
    topics: () => [topics.mailings],
  },
  'GET /api/newsroom/desk': {
    summary: 'How many pitches wait at each stage, and for whom; with the names of all editors',
    access: 'read-pitches-or-service',
    headers: ['if-none-match', 'etag'],
    responses: { 200: NewsroomDesk },
    topics: () => [topics.submissions],
  },
  'GET /api/newsroom/concerns': {
    summary: 'The last hundred concerns that writers and others have reported, newest first',
    access: 'read-concerns',
    headers: ['if-none-match', 'etag'],
    responses: { 200: Type.Array(ReportedConcern) },
    topics: () => [topics.submissions],
  },
  'GET /api/newsroom/articles': {
    summary: 'Article cards with `deletedAt`, `hiddenAt` and `unpublishAt`, deleted and hidden ones too',
    access: 'edit-articles-or-service',
    /**
     * `q`: words that title or author's name have, each of them; `status`: `published` where left out; `after`: the opaque
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
      'How many articles readers see, and how many pitches wait, or how many a list has that is narrowed alike',
    access: 'read-pitches-or-service',
    /** As the lists take them; `featured` is of articles only, `stage`, `assignee`, `planned` and most of `status` of pitches. */
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

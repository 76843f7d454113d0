import { type Fields, fieldNames } from '@journal/events/fields';
import Type, { type Static } from 'typebox';
import { topics } from '../changes/topics.ts';
import { defineRoutes } from '../routes/route.ts';
import {
  ArticleId,
  ClosedObject,
  Count,
  DateTime,
  IssueNumber,
  Limit,
  nullable,
  PageName,
  Uuid,
} from '../system/schemas.ts';

/** The actor of an event. `name` is null for programs, visitors and forgotten users. */
export const HistoryActor = Type.Object({
  id: Type.String(),
  role: Type.String(),
  name: nullable(Type.String()),
});
export type HistoryActor = Static<typeof HistoryActor>;

/** The other article of a debate, with its current title, which is null if it is deleted or erased. */
export const Opposite = Type.Object({ id: ArticleId, title: nullable(Type.String()) });
export type Opposite = Static<typeof Opposite>;

/**
 * A version of an article, a pitch or a page, newest first. `changed` names the fields that differ from the previous
 * version.
 */
export const HistoryVersion = Type.Object({
  revision: Count,
  /** Type of its event. */
  event: Type.String(),
  at: DateTime,
  actor: HistoryActor,
  requestId: Type.String(),
  changed: Type.Array(Type.String()),
  /** Revision of the version that this one restored. */
  restoredRevision: nullable(Count),
  /** The article with which a debate began or ended; null for every other event. */
  opposite: nullable(Opposite),
  /** Message from the editors to the writer of a pitch, or from the writer to them; null if it is erased. */
  note: nullable(Type.String()),
  /** Time for which an action was scheduled. */
  plannedFor: nullable(DateTime),
});
export type HistoryVersion = Static<typeof HistoryVersion>;

/** Part of a text: in both versions, only in the newer, or only in the older. */
export const DifferencePart = Type.Object({
  kind: Type.Enum(['same', 'added', 'removed']),
  text: Type.String(),
});
export type DifferencePart = Static<typeof DifferencePart>;

/** The parts in order. Without the added ones they form the older text, without the removed ones the newer. */
export const FieldDifference = Type.Object({ field: Type.String(), parts: Type.Array(DifferencePart) });
export type FieldDifference = Static<typeof FieldDifference>;

const Value = Type.Union([Type.String(), Type.Number(), Type.Null()]);

/**
 * The complete content as of one version, and its changes word by word. A null value is erased or was never entered.
 */
export const HistoryVersionText = Type.Object({
  ...HistoryVersion.properties,
  fields: Type.Record(Type.String(), Value),
  differences: Type.Array(FieldDifference),
  /** The pitch from which an article was made, or the article that a pitch became. */
  counterpart: nullable(Type.Object({ type: Type.Enum(['article', 'submission']), id: Type.String() })),
});
export type HistoryVersionText = Static<typeof HistoryVersionText>;

/** The version to restore. */
export const RestoredRevision = Type.Integer({ minimum: 0, maximum: 2_147_483_647, label: 'Revision' });

/** The fields of the version to restore; all if omitted. */
const restoredFields = <const Of extends Fields>(fields: Of) =>
  Type.Optional(
    Type.Array(Type.Enum([...fieldNames(fields)]), { minItems: 1, uniqueItems: true, label: 'Fields' }),
  );

/**
 * Returns the request schema for restoring a kind of piece: a version, and optionally only some of its fields. Without
 * a version, the piece is restored to its state before the deletion.
 */
export const restoring = <const Of extends Fields>(fields: Of) =>
  ClosedObject({ revision: Type.Optional(RestoredRevision), fields: restoredFields(fields) });

/** The same for a piece that is never deleted. */
export const restoringVersion = <const Of extends Fields>(fields: Of) =>
  ClosedObject({ revision: RestoredRevision, fields: restoredFields(fields) });

export const defaultHistoryLimit = 50;

const Revision = (message: string) => Type.Optional(Type.String({ pattern: '^[0-9]{1,9}$', message }));

/** Words that a change must each have added or removed, as a whole word or a prefix, case-insensitive. */
export const ChangedWords = Type.Optional(
  Type.String({
    minLength: 3,
    maxLength: 200,
    pattern: '^[^\\u0000]*$',
    message: 'Search for three characters at least',
  }),
);

/**
 * Query string of a history: at most `limit` versions (default: 50), older than revision `before`, that added or
 * removed `words`.
 */
export const HistoryQuery = ClosedObject({
  limit: Limit,
  before: Revision('Before must be a revision of this history'),
  words: ChangedWords,
});

const RevisionNumber = Type.Integer({ minimum: 0, maximum: 999_999_999 });
const list = {
  query: HistoryQuery,
  headers: ['if-none-match', 'etag', 'link'],
  responses: { 200: Type.Array(HistoryVersion) },
} as const;
const version = {
  /** Revision to compare with. Default: the previous version. */
  query: ClosedObject({ against: Revision('Against must be a revision of this history') }),
  headers: ['if-none-match', 'etag'],
  responses: { 200: HistoryVersionText },
} as const;

export const historyRoutes = defineRoutes({
  'GET /api/articles/:id/history': {
    summary: 'Versions of an article, deleted or not, newest first, with actor, time and changed fields',
    access: 'edit-articles-or-service',
    ...list,
    params: { id: ArticleId },
    problems: ['article-not-found'],
    topics: ({ params }) => [`article:${params.id}`],
  },
  'GET /api/articles/:id/history/:revision': {
    summary:
      'The whole text as of a version, and its word-by-word differences from the previous version or from the one in `?against=`',
    access: 'edit-articles-or-service',
    ...version,
    params: { id: ArticleId, revision: RevisionNumber },
    problems: ['article-not-found', 'version-not-found', 'too-many-requests'],
    topics: ({ params }) => [`article:${params.id}`],
  },
  'GET /api/submissions/:id/history': {
    summary: 'Versions of a pitch, in the format of article histories',
    access: 'read-all-pitches-or-service',
    ...list,
    params: { id: Uuid },
    problems: ['submission-not-found'],
    // Some see the concerns about it.
    topics: ({ params }) => [topics.submission(`${params.id}`), topics.concerns],
  },
  'GET /api/submissions/:id/history/:revision': {
    summary: 'A version of a pitch, in the format of article histories',
    access: 'read-all-pitches-or-service',
    ...version,
    params: { id: Uuid, revision: RevisionNumber },
    problems: ['submission-not-found', 'version-not-found', 'too-many-requests'],
    topics: ({ params }) => [topics.submission(`${params.id}`)],
  },
  'GET /api/issues/:id/history': {
    summary: 'Versions of an issue, in the format of article histories',
    access: 'edit-issues-or-service',
    ...list,
    params: { id: IssueNumber },
    problems: ['issue-not-found'],
    topics: () => [topics.issues],
  },
  'GET /api/issues/:id/history/:revision': {
    summary: 'A version of an issue, without its pieces, in the format of article histories',
    access: 'edit-issues-or-service',
    ...version,
    params: { id: IssueNumber, revision: RevisionNumber },
    problems: ['issue-not-found', 'version-not-found', 'too-many-requests'],
    topics: () => [topics.issues],
  },
  'GET /api/pages/:id/history': {
    summary: 'Versions of a page, newest first, with actor and time; none before its first change',
    access: 'admin-or-service',
    ...list,
    params: { id: PageName },
    problems: ['not-found'],
    topics: ({ params }) => [topics.page(`${params.id}`)],
  },
  'GET /api/pages/:id/history/:revision': {
    summary:
      'The text of a page as of a version, in the format of article histories; the first version is compared with the default text',
    access: 'admin-or-service',
    ...version,
    params: { id: PageName, revision: RevisionNumber },
    problems: ['not-found', 'version-not-found', 'too-many-requests'],
    topics: ({ params }) => [topics.page(`${params.id}`)],
  },
});

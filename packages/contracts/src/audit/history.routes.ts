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

/** Who did something. `name` is null for programs, visitors and the forgotten. */
export const HistoryActor = Type.Object({
  id: Type.String(),
  role: Type.String(),
  name: nullable(Type.String()),
});
export type HistoryActor = Static<typeof HistoryActor>;

/** The other article of a debate, as it is called now; the title is null where it is deleted or erased. */
export const Opposite = Type.Object({ id: ArticleId, title: nullable(Type.String()) });
export type Opposite = Static<typeof Opposite>;

/**
 * One version of an article, a pitch or a page, newest first; `changed` names the fields that differ from the version
 * before.
 */
export const HistoryVersion = Type.Object({
  revision: Count,
  /** The type of its event. */
  event: Type.String(),
  at: DateTime,
  actor: HistoryActor,
  requestId: Type.String(),
  changed: Type.Array(Type.String()),
  /** The version whose text this one brought back. */
  restoredRevision: nullable(Count),
  /** With which article a debate began or ended; null for every other event. */
  opposite: nullable(Opposite),
  /** What the editors wrote to the writer of a pitch with it, or the writer to them; null where it is erased. */
  note: nullable(Type.String()),
  /** The time for which something was planned with it. */
  plannedFor: nullable(DateTime),
});
export type HistoryVersion = Static<typeof HistoryVersion>;

/** A piece of a text: in both versions, only in the newer, or only in the older. */
export const DifferencePart = Type.Object({
  kind: Type.Enum(['same', 'added', 'removed']),
  text: Type.String(),
});
export type DifferencePart = Static<typeof DifferencePart>;

/** The parts in order: without the added ones they are the older text, without the removed ones the newer. */
export const FieldDifference = Type.Object({ field: Type.String(), parts: Type.Array(DifferencePart) });
export type FieldDifference = Static<typeof FieldDifference>;

const Value = Type.Union([Type.String(), Type.Number(), Type.Null()]);

/** Everything as of one version, and what it changed, word by word. A null is erased, or was never filled in. */
export const HistoryVersionText = Type.Object({
  ...HistoryVersion.properties,
  fields: Type.Record(Type.String(), Value),
  differences: Type.Array(FieldDifference),
  /** The pitch that an article was made of, or the article that a pitch became. */
  counterpart: nullable(Type.Object({ type: Type.Enum(['article', 'submission']), id: Type.String() })),
});
export type HistoryVersionText = Static<typeof HistoryVersionText>;

/** The version to bring back. */
export const RestoredRevision = Type.Integer({ minimum: 0, maximum: 2_147_483_647, label: 'Revision' });

/**
 * Returns the schema of what to bring back of a kind of piece: a version, and of that some fields, or all of them. Without
 * a version: the piece as it was when it was deleted.
 */
export const restoring = <const Of extends Fields>(fields: Of) =>
  ClosedObject({
    revision: Type.Optional(RestoredRevision),
    fields: Type.Optional(
      Type.Array(Type.Enum([...fieldNames(fields)]), { minItems: 1, uniqueItems: true, label: 'Fields' }),
    ),
  });

export const defaultHistoryLimit = 50;

const Revision = (message: string) => Type.Optional(Type.String({ pattern: '^[0-9]{1,9}$', message }));

/** Words of which a change added or removed each, or a longer one that begins so, in capitals or not. */
export const ChangedWords = Type.Optional(
  Type.String({
    minLength: 3,
    maxLength: 200,
    pattern: '^[^\\u0000]*$',
    message: 'Search for three characters at least',
  }),
);

/**
 * Query string of a history: at most `limit` versions (50), those older than revision `before`, those that added or removed
 * `words`.
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
  /** What it is compared with, where that is not the version before it. */
  query: ClosedObject({ against: Revision('Against must be a revision of this history') }),
  headers: ['if-none-match', 'etag'],
  responses: { 200: HistoryVersionText },
} as const;

export const historyRoutes = defineRoutes({
  'GET /api/articles/:id/history': {
    summary: 'The versions of an article, newest first, with who, when and which fields; deleted ones too',
    access: 'edit-articles-or-service',
    ...list,
    params: { id: ArticleId },
    problems: ['article-not-found'],
    topics: ({ params }) => [`article:${params.id}`],
  },
  'GET /api/articles/:id/history/:revision': {
    summary:
      'The whole text as of a version, and word by word how it differs from the version before, or from `?against=` another',
    access: 'edit-articles-or-service',
    ...version,
    params: { id: ArticleId, revision: RevisionNumber },
    problems: ['article-not-found', 'version-not-found'],
    topics: ({ params }) => [`article:${params.id}`],
  },
  'GET /api/submissions/:id/history': {
    summary: 'The versions of a pitch, in the same way',
    access: 'read-all-pitches-or-service',
    ...list,
    params: { id: Uuid },
    problems: ['submission-not-found'],
    topics: ({ params }) => [topics.submission(`${params.id}`)],
  },
  'GET /api/submissions/:id/history/:revision': {
    summary: 'A version of a pitch, in the same way',
    access: 'read-all-pitches-or-service',
    ...version,
    params: { id: Uuid, revision: RevisionNumber },
    problems: ['submission-not-found', 'version-not-found'],
    topics: ({ params }) => [topics.submission(`${params.id}`)],
  },
  'GET /api/issues/:id/history': {
    summary: 'The versions of an issue, in the same way',
    access: 'edit-issues-or-service',
    ...list,
    params: { id: IssueNumber },
    problems: ['issue-not-found'],
    topics: () => [topics.issues],
  },
  'GET /api/issues/:id/history/:revision': {
    summary: 'A version of an issue, without its pieces, in the same way',
    access: 'edit-issues-or-service',
    ...version,
    params: { id: IssueNumber, revision: RevisionNumber },
    problems: ['issue-not-found', 'version-not-found'],
    topics: () => [topics.issues],
  },
  'GET /api/pages/:id/history': {
    summary: 'The versions of a page, newest first, with who and when; none before its first change',
    access: 'admin-or-service',
    ...list,
    params: { id: PageName },
    problems: ['not-found'],
    topics: ({ params }) => [topics.page(`${params.id}`)],
  },
  'GET /api/pages/:id/history/:revision': {
    summary:
      'The text of a page as of a version, compared in the same way; before the first is what came with the journal',
    access: 'admin-or-service',
    ...version,
    params: { id: PageName, revision: RevisionNumber },
    problems: ['not-found', 'version-not-found'],
    topics: ({ params }) => [topics.page(`${params.id}`)],
  },
});

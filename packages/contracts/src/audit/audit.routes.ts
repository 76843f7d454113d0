import { allAuditKinds, auditEntities } from '@journal/events/fields';
import Type, { type Static } from 'typebox';
import { topics } from '../changes/topics.ts';
import { defineRoutes } from '../routes/route.ts';
import { ClosedObject, Count, Cursor, DateTime, Limit, nullable } from '../system/schemas.ts';
import { ChangedWords, HistoryActor, Opposite } from './history.routes.ts';

/** One change (or sign-in, or export) in the journal-wide audit, newest first. Holds no secret. */
export const AuditEntry = Type.Object({
  /** Of its event in the log; the cursor of pages. */
  position: Type.String(),
  at: DateTime,
  /** The type of its event. */
  kind: Type.Enum([...allAuditKinds]),
  actor: HistoryActor,
  requestId: Type.String(),
  entity: Type.Object({
    type: Type.Enum([...auditEntities]),
    /** Null for a sign-in to an account that does not exist. */
    id: nullable(Type.String()),
  }),
  /** What the article or pitch was called then, or the name that the account has; null once forgotten. */
  title: nullable(Type.String()),
  revision: Count,
  changed: Type.Array(Type.String()),
  /** The revision whose text an edit brought back; null for every other event. */
  restoredRevision: nullable(Count),
  /** With which article a debate began or ended; null for every other event. */
  opposite: nullable(Opposite),
});
export type AuditEntry = Static<typeof AuditEntry>;

export const defaultAuditLimit = 50;

const kind = `(${allAuditKinds.join('|')})`;
const day = '^[1-9][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$';

const filters = {
  /** A user's id: what they did, and what happened to their account. */
  person: Type.Optional(
    Type.String({ pattern: '^[\\x21-\\x7e]{1,100}$', message: 'Person must be the id of a user' }),
  ),
  /** Comma-separated types of events; `ArticleRestored` and `SubmissionRestored` also find edits that restored a version. */
  kind: Type.Optional(
    Type.String({ pattern: `^${kind}(,${kind})*$`, maxLength: 1_000, message: 'There is no such kind' }),
  ),
  /** `article`, or one of them: `article:12`. */
  entity: Type.Optional(
    Type.String({
      pattern: `^(${auditEntities.join('|')})(:[\\x21-\\x7e]{1,100})?$`,
      message: 'Entity must be a kind of thing, or one of them like article:12',
    }),
  ),
  /** Days in UTC; both are included. */
  from: Type.Optional(Type.String({ pattern: day, message: 'From must be a date like 2026-01-31' })),
  to: Type.Optional(Type.String({ pattern: day, message: 'To must be a date like 2026-01-31' })),
  /** Part of a title or of a person's name, in capitals or not. */
  q: Type.Optional(
    Type.String({
      minLength: 3,
      maxLength: 200,
      pattern: '^[^\\u0000]*$',
      message: 'Search for three characters at least',
    }),
  ),
  words: ChangedWords,
};

/** Query string of the audit as a file. */
export const AuditFilters = ClosedObject(filters);
export type AuditFilters = Static<typeof AuditFilters>;

/** Query string of the audit: at most `limit` entries (50), those before a position. */
export const AuditQuery = ClosedObject({
  ...filters,
  limit: Limit,
  before: Cursor,
});
export type AuditQuery = Static<typeof AuditQuery>;

export const auditRoutes = defineRoutes({
  'GET /api/audit': {
    summary: 'Who did what, newest first',
    access: 'admin-or-service',
    query: AuditQuery,
    headers: ['if-none-match', 'etag', 'link'],
    responses: { 200: Type.Array(AuditEntry) },
    topics: () => [topics.audit],
  },
  'GET /api/audit.csv': {
    summary: 'The same as a file, whole',
    access: 'admin-or-service',
    query: AuditFilters,
    headers: ['content-disposition'],
    responses: { 200: 'text/csv' },
  },
});

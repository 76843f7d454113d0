import { allAuditKinds, auditEntities } from '@journal/events/fields';
import Type, { type Static } from 'typebox';
import { topics } from '../changes/topics.ts';
import { defineRoutes } from '../routes/route.ts';
import { ClosedObject, Count, Cursor, DateTime, Limit, nullable } from '../system/schemas.ts';
import { ChangedWords, HistoryActor, Opposite } from './history.routes.ts';

/** An entry of the journal-wide audit: a change, sign-in or export, newest first. Contains no secrets. */
export const AuditEntry = Type.Object({
  /** Position of its event in the log, which is also the paging cursor. */
  position: Type.String(),
  at: DateTime,
  /** Type of its event. */
  kind: Type.Enum([...allAuditKinds]),
  actor: HistoryActor,
  requestId: Type.String(),
  entity: Type.Object({
    type: Type.Enum([...auditEntities]),
    /** Null for a sign-in to an account that does not exist. */
    id: nullable(Type.String()),
  }),
  /** Title of the article or pitch at that time, or name of the account; null once forgotten. */
  title: nullable(Type.String()),
  revision: Count,
  changed: Type.Array(Type.String()),
  /** Revision that an edit restored; null for every other event. */
  restoredRevision: nullable(Count),
  /** The article with which a debate began or ended; null for every other event. */
  opposite: nullable(Opposite),
});
export type AuditEntry = Static<typeof AuditEntry>;

export const defaultAuditLimit = 50;

const kind = `(${allAuditKinds.join('|')})`;
const day = '^[1-9][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$';

const filters = {
  /** Id of a user: finds the user's actions and the changes to their account. */
  person: Type.Optional(
    Type.String({ pattern: '^[\\x21-\\x7e]{1,100}$', message: 'Person must be the id of a user' }),
  ),
  /**
   * Comma-separated event types. `ArticleRestored` and `SubmissionRestored` also match edits that restored a version.
   */
  kind: Type.Optional(
    Type.String({ pattern: `^${kind}(,${kind})*$`, maxLength: 1_000, message: 'There is no such kind' }),
  ),
  /** A kind of entity, such as `article`, or a single one, such as `article:12`. */
  entity: Type.Optional(
    Type.String({
      pattern: `^(${auditEntities.join('|')})(:[\\x21-\\x7e]{1,100})?$`,
      message: 'Entity must be a kind of thing, or one of them like article:12',
    }),
  ),
  /** Inclusive range of days in UTC. */
  from: Type.Optional(Type.String({ pattern: day, message: 'From must be a date like 2026-01-31' })),
  to: Type.Optional(Type.String({ pattern: day, message: 'To must be a date like 2026-01-31' })),
  /** Part of a title or of a person's name, case-insensitive. */
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

/** Query string of the audit's CSV export. */
export const AuditFilters = ClosedObject(filters);
export type AuditFilters = Static<typeof AuditFilters>;

/** Query string of the audit: at most `limit` entries (default: 50) before a position. */
export const AuditQuery = ClosedObject({
  ...filters,
  limit: Limit,
  before: Cursor,
});
export type AuditQuery = Static<typeof AuditQuery>;

export const auditRoutes = defineRoutes({
  'GET /api/audit': {
    summary: 'Audit entries, newest first',
    access: 'admin-or-service',
    query: AuditQuery,
    headers: ['if-none-match', 'etag', 'link'],
    responses: { 200: Type.Array(AuditEntry) },
    topics: () => [topics.audit],
  },
  'GET /api/audit.csv': {
    summary: 'All matching audit entries, as a file',
    access: 'admin-or-service',
    query: AuditFilters,
    headers: ['content-disposition'],
    responses: { 200: 'text/csv' },
  },
});

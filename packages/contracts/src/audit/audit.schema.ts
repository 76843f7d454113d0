import { allAuditKinds, auditEntities } from '@journal/events/fields';
import Type, { type Static } from 'typebox';
import { HistoryActor } from './history.schema.ts';

const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** One change (or sign-in, or export) in the journal-wide audit, newest first. Holds no secret. */
export const AuditEntry = Type.Object({
  /** Of its event in the log; the cursor of pages. */
  position: Type.String(),
  at: Type.String({ format: 'date-time' }),
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
  revision: Type.Integer({ minimum: 0 }),
  changed: Type.Array(Type.String()),
  /** The revision whose text an edit brought back; null for every other event. */
  restoredRevision: nullable(Type.Integer({ minimum: 0 })),
});
export type AuditEntry = Static<typeof AuditEntry>;

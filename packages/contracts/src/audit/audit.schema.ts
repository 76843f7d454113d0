import Type, { type Static } from 'typebox';
import { HistoryActor } from './history.schema.ts';

const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** What an entry of the audit is about. */
export const auditEntities = ['article', 'submission', 'user', 'newsletter'] as const;

/** One change (or sign-in, or export) in the journal-wide audit, newest first. Holds no secret. */
export const AuditEntry = Type.Object({
  /** Of its event in the log; the cursor of pages. */
  position: Type.String(),
  at: Type.String({ format: 'date-time' }),
  /** The type of its event. */
  kind: Type.String(),
  actor: HistoryActor,
  requestId: Type.String(),
  entity: Type.Object({ type: Type.Enum([...auditEntities]), id: nullable(Type.String()) }),
  /** What the article or pitch was called then, or the name of the account; null once forgotten. */
  title: nullable(Type.String()),
  revision: Type.Integer({ minimum: 0 }),
  changed: Type.Array(Type.String()),
});
export type AuditEntry = Static<typeof AuditEntry>;

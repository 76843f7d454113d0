import Type, { type Static } from 'typebox';

/** Who did it, as an id and a role; never a name or an address. */
export const Actor = Type.Object({
  id: Type.String(),
  role: Type.Enum(['visitor', 'writer', 'admin', 'service', 'system']),
});
export type Actor = Static<typeof Actor>;

/** What every event has beside its data. Nothing personal. */
export const EventMetadata = Type.Object({
  actor: Actor,
  requestId: Type.String(),
  /** Shared by everything that one first request led to. */
  correlationId: Type.String(),
  /** The request or the event that led to this one. */
  causationId: Type.String(),
  schemaVersion: Type.Integer({ minimum: 1 }),
  /** When it was decided, by the writer's clock: ISO 8601, UTC, milliseconds. */
  at: Type.String({ format: 'date-time' }),
  /** An HMAC by which the journal's own writers are known; whoever writes to the engine directly cannot make one. */
  mark: Type.Optional(Type.String()),
});
export type EventMetadata = Static<typeof EventMetadata>;

import Type, { type Static } from 'typebox';

const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Who did something. `name` is null for programs, visitors and the forgotten. */
export const HistoryActor = Type.Object({
  id: Type.String(),
  role: Type.String(),
  name: nullable(Type.String()),
});
export type HistoryActor = Static<typeof HistoryActor>;

/** One version of an article or a pitch, newest first; `changed` names the fields that differ from the version before. */
export const HistoryVersion = Type.Object({
  revision: Type.Integer({ minimum: 0 }),
  /** The type of its event. */
  event: Type.String(),
  at: Type.String({ format: 'date-time' }),
  actor: HistoryActor,
  requestId: Type.String(),
  changed: Type.Array(Type.String()),
  /** The version whose text this one brought back. */
  restoredRevision: nullable(Type.Integer({ minimum: 0 })),
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
});
export type HistoryVersionText = Static<typeof HistoryVersionText>;

/** Which version to bring back; left out: the piece as it was when it was deleted. */
export const Restoring = Type.Object(
  { revision: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647, label: 'Revision' })) },
  { additionalProperties: false },
);
export type Restoring = Static<typeof Restoring>;

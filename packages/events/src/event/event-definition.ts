import type { Static, TObject } from 'typebox';

/**
 * The permanent shape of an event type. `sealed` says which fields are personal and whose key they are under:
 * the property names a field of the event that holds the subject's id, or is the literal subject of the stream.
 */
export type EventDefinition<Type extends string = string, Schema extends TObject = TObject> = {
  readonly type: Type;
  /** Raised with each change of the shape; `upcasts[n]` turns version n+1 into version n+2. */
  readonly version: number;
  readonly schema: Schema;
  readonly sealed: readonly SealedGroup<Static<Schema>>[];
  readonly upcasts: readonly Upcast[];
};

/** Fields that share a key; `subject` gives its name from the event's clear fields. */
export type SealedGroup<Data> = {
  readonly subject: (data: Data) => string;
  readonly fields: readonly (keyof Data & string)[];
};

export type Upcast = (data: Record<string, unknown>) => Record<string, unknown>;

import type { Static, TObject } from 'typebox';

/** The permanent shape of one event type. */
export type EventDefinition<Type extends string = string, Schema extends TObject = TObject> = {
  readonly type: Type;
  /** Raised with each change of the shape: one more than there are upcasters. `upcasts[n]` turns version n+1 into n+2. */
  readonly version: number;
  readonly schema: Schema;
  /** Which fields are personal, and whose key seals them. */
  readonly sealed: readonly SealedGroup<Static<Schema>>[];
  readonly upcasts: readonly Upcast[];
};

/** Fields sealed with one subject's key. `subject` returns its name, an id and nothing else, from the clear fields. */
export type SealedGroup<Data> = {
  subject(data: Data): string;
  readonly fields: readonly (keyof Data & string)[];
};

/**
 * Turns data of one version into the next. Runs after opening: a sealed field whose key is gone comes as null
 * and has to leave as null.
 */
export type Upcast = (data: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/** A definition of any type of event. */
export type AnyEventDefinition = Omit<EventDefinition, 'sealed'> & {
  readonly sealed: readonly { subject(data: never): string; readonly fields: readonly string[] }[];
};

/** Event definitions by their type. */
export type EventCatalogue = Readonly<Record<string, AnyEventDefinition>>;

/** What is said of an event beside its type. Without `sealed` nothing of it is personal. */
type Described = {
  readonly schema: TObject;
  readonly sealed?: AnyEventDefinition['sealed'];
  /** One for each version after the first. */
  readonly upcasts?: readonly Upcast[];
};

type Defined<Events extends Readonly<Record<string, Described>>> = {
  readonly [Type in keyof Events & string]: {
    readonly type: Type;
    readonly version: number;
    readonly schema: Events[Type]['schema'];
    readonly sealed: Events[Type]['sealed'] extends AnyEventDefinition['sealed']
      ? Events[Type]['sealed']
      : readonly [];
    readonly upcasts: readonly Upcast[];
  };
};

/** Returns the definitions of a stream's events by their type. A sealed field that the schema lacks is a type error. */
export function defineEvents<const Events extends Readonly<Record<string, Described>>>(
  events: Events & {
    readonly [Type in keyof Events]: {
      readonly sealed?: readonly SealedGroup<Static<Events[Type]['schema']>>[];
    };
  },
): Defined<Events> {
  return Object.fromEntries(
    Object.entries<Described>(events).map(([type, { schema, sealed = [], upcasts = [] }]) => [
      type,
      { type, version: upcasts.length + 1, schema, sealed, upcasts },
    ]),
  ) as never;
}

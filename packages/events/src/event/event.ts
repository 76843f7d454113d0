import Type, { type Static, type TObject } from 'typebox';

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

/** An event of the domain: its type and its data. */
export type DomainEvent<Type extends string = string, Data = object> = {
  readonly type: Type;
  readonly data: Data;
};

type SealedField<Definition extends AnyEventDefinition> = Definition['sealed'][number]['fields'][number];

/** Data as it is read: a sealed field is null once its subject's key is gone. */
export type OpenedData<Definition extends AnyEventDefinition> = Erasable<
  Static<Definition['schema']>,
  SealedField<Definition>
>;

type Erasable<Data, Sealed extends string> = {
  readonly [Field in keyof Data]: Field extends Sealed ? Data[Field] | null : Data[Field];
};

/** The events of a catalogue as they are decided and sealed, discriminated by `type`. */
export type NewEventOf<Catalogue extends EventCatalogue> = {
  [Type in keyof Catalogue & string]: DomainEvent<Type, Static<Catalogue[Type]['schema']>>;
}[keyof Catalogue & string];

/** The events of a catalogue as they are read, discriminated by `type`; a new event is one too. */
export type ReadEventOf<Catalogue extends EventCatalogue> = {
  [Type in keyof Catalogue & string]: DomainEvent<Type, OpenedData<Catalogue[Type]>>;
}[keyof Catalogue & string];

/** An event as it is stored: personal fields are null, and their sealed values are under `sealed`. */
export type SealedEvent = {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly [field: string]: unknown };
  readonly metadata: EventMetadata;
};

/** Where an event is in the log. */
export type EventPlace = {
  readonly stream: string;
  readonly revision: number;
  readonly position: string;
};

export type StoredEvent = SealedEvent & EventPlace;

/** What an opened event has beside type and data. */
export type EventEnvelope = EventPlace & {
  readonly id: string;
  readonly metadata: EventMetadata;
  /** The data subjects whose key was gone when the event was opened; their fields are null. */
  readonly erased: readonly string[];
};

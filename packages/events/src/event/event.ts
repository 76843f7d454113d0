import Type, { type Static, type TObject, type TProperties } from 'typebox';
import { roles } from '../fields/roles.ts';

/** The permanent shape of one event type. */
export type EventDefinition = {
  readonly type: string;
  /** Incremented with each change of the shape: the number of upcasters + 1. */
  readonly version: number;
  readonly schema: TObject;
  /** The personal fields, and the subjects whose keys seal them. */
  readonly sealed: readonly SealedGroup<never>[];
  /** `upcasts[n]` turns version n+1 into n+2. */
  readonly upcasts: readonly Upcast[];
};

/**
 * Fields sealed with one subject's key. `subject` derives its name, which reveals nothing but an id, from the clear
 * fields.
 */
type SealedGroup<Data, Field extends string = string> = {
  subject(data: Data): string;
  readonly fields: readonly Field[];
};

/**
 * Converts data of one version to the next. Runs after opening: a sealed field whose key is deleted arrives as null and
 * must stay null.
 */
type Upcast = (data: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/** Event definitions by type. */
export type EventCatalogue = Readonly<Record<string, EventDefinition>>;

/** Description of an event type: the schemas of its fields. Without `sealed`, no field is personal. */
type Described = { readonly data: TProperties } & Partial<Pick<EventDefinition, 'sealed' | 'upcasts'>>;

type Defined<Events extends Readonly<Record<string, Described>>> = {
  readonly [Type in keyof Events & string]: Pick<EventDefinition, 'version' | 'upcasts'> & {
    readonly type: Type;
    readonly schema: TObject<Events[Type]['data']>;
    readonly sealed: Events[Type]['sealed'] extends EventDefinition['sealed']
      ? Events[Type]['sealed']
      : readonly [];
  };
};

/** Returns the definitions of a stream's events by type. Sealing a field that the data lacks is a type error. */
export function defineEvents<const Events extends Readonly<Record<string, Described>>>(
  events: Events & {
    readonly [Type in keyof Events]: {
      readonly sealed?: readonly SealedGroup<
        Static<TObject<Events[Type]['data']>>,
        keyof Events[Type]['data'] & string
      >[];
    };
  },
): Defined<Events> {
  return Object.fromEntries(
    Object.entries<Described>(events).map(([type, { data, sealed = [], upcasts = [] }]) => {
      // Sealing rejects unknown fields, because they would be stored in the clear.
      const schema = Type.Object(data, { additionalProperties: false });
      return [type, { type, version: upcasts.length + 1, schema, sealed, upcasts }];
    }),
  ) as never;
}

/** Who caused an event, as an id and a role; never a name or an address. */
export const Actor = Type.Object({
  id: Type.String(),
  role: Type.Enum(['visitor', 'writer', ...roles, 'service', 'system']),
});
export type Actor = Static<typeof Actor>;

/** Metadata of every event. Contains nothing personal. */
export const EventMetadata = Type.Object({
  actor: Actor,
  requestId: Type.String(),
  /** Shared by all requests and events that resulted from the same first request. */
  correlationId: Type.String(),
  /** Id of the request or event that caused this one. */
  causationId: Type.String(),
  schemaVersion: Type.Integer({ minimum: 1 }),
  /** Time of the decision, by the clock of the deciding process: ISO 8601, UTC, milliseconds. */
  at: Type.String({ format: 'date-time' }),
  /**
   * HMAC that authenticates the journal's own writers. A client that writes directly to the event store cannot forge
   * it.
   */
  mark: Type.Optional(Type.String()),
  /**
   * Revision of the journal's previous event in the stream, -1 if there is none. Absent if no foreign event is in
   * between.
   */
  previousRevision: Type.Optional(Type.Integer({ minimum: -1 })),
});
export type EventMetadata = Static<typeof EventMetadata>;

/** A domain event: its type and its data. */
export type DomainEvent<Type extends string = string, Data = object> = {
  readonly type: Type;
  readonly data: Data;
};

/** Data as read from the log: a sealed field is null once its subject's key is deleted. */
type OpenedData<Definition extends EventDefinition, Data = Static<Definition['schema']>> = {
  readonly [Field in keyof Data]: Field extends Definition['sealed'][number]['fields'][number]
    ? Data[Field] | null
    : Data[Field];
};

/** Events of a catalogue before they are sealed, discriminated by `type`. */
export type NewEventOf<Catalogue extends EventCatalogue> = {
  [Type in keyof Catalogue & string]: DomainEvent<Type, Static<Catalogue[Type]['schema']>>;
}[keyof Catalogue & string];

/** Events of a catalogue as read from the log, discriminated by `type`. A new event is assignable to this type. */
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

/** Location of an event in the log. */
export type EventPlace = {
  readonly stream: string;
  readonly revision: number;
  readonly position: string;
};

export type StoredEvent = SealedEvent & EventPlace;

/**
 * Whether an event cannot have been written by any version of the journal, because it lacks metadata that all versions
 * write. Readers skip such events.
 */
export function isForeign({ metadata }: Pick<SealedEvent, 'metadata'>): boolean {
  const { actor, requestId, schemaVersion, at }: Partial<EventMetadata> = metadata;
  const texts: readonly unknown[] = [actor?.id, actor?.role, requestId, at];
  return !Number.isInteger(schemaVersion) || texts.some((text) => typeof text !== 'string');
}

/** Returns the revision of the journal's previous event in the stream, -1 if this is the first. */
export function previousRevisionOf({
  revision,
  metadata,
}: Pick<StoredEvent, 'revision' | 'metadata'>): number {
  return metadata.previousRevision ?? revision - 1;
}

/** Everything that an opened event has besides type and data. */
export type EventEnvelope = EventPlace & {
  readonly id: string;
  readonly metadata: EventMetadata;
  /** Data subjects whose key did not exist when the event was opened; their fields are null. */
  readonly erased: readonly string[];
};

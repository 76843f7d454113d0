import Type, { type Static, type TObject, type TProperties } from 'typebox';
import { roles } from '../fields/roles.ts';

/** The permanent shape of one event type. */
export type EventDefinition = {
  readonly type: string;
  /** Raised with each change of the shape: one more than there are upcasters. */
  readonly version: number;
  readonly schema: TObject;
  /** Which fields are personal, and whose key seals them. */
  readonly sealed: readonly SealedGroup<never>[];
  /** `upcasts[n]` turns version n+1 into n+2. */
  readonly upcasts: readonly Upcast[];
};

/** Fields sealed with one subject's key. `subject` returns its name, an id and nothing else, from the clear fields. */
type SealedGroup<Data, Field extends string = string> = {
  subject(data: Data): string;
  readonly fields: readonly Field[];
};

/**
 * Turns data of one version into the next. Runs after opening: a sealed field whose key is gone comes as null
 * and has to leave as null.
 */
type Upcast = (data: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/** Event definitions by their type. */
export type EventCatalogue = Readonly<Record<string, EventDefinition>>;

/** What is said of an event beside its type: the schemas of its fields. Without `sealed` nothing of it is personal. */
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

/** Returns the definitions of a stream's events by their type. A sealed field that is not in its data is a type error. */
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
      // Sealing refuses unknown fields, because they would be stored in the clear.
      const schema = Type.Object(data, { additionalProperties: false });
      return [type, { type, version: upcasts.length + 1, schema, sealed, upcasts }];
    }),
  ) as never;
}

/** Who did it, as an id and a role; never a name or an address. */
export const Actor = Type.Object({
  id: Type.String(),
  role: Type.Enum(['visitor', 'writer', ...roles, 'service', 'system']),
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
  /**
   * The revision of the journal's event before it in the stream, -1 where there is none; left out where nothing of others
   * stands between.
   */
  previousRevision: Type.Optional(Type.Integer({ minimum: -1 })),
});
export type EventMetadata = Static<typeof EventMetadata>;

/** An event of the domain: its type and its data. */
export type DomainEvent<Type extends string = string, Data = object> = {
  readonly type: Type;
  readonly data: Data;
};

/** Data as it is read: a sealed field is null once its subject's key is gone. */
type OpenedData<Definition extends EventDefinition, Data = Static<Definition['schema']>> = {
  readonly [Field in keyof Data]: Field extends Definition['sealed'][number]['fields'][number]
    ? Data[Field] | null
    : Data[Field];
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

/**
 * Whether nobody of the journal's writers, of whatever version, can have written this: its metadata is not as they all
 * have it. Somebody else wrote it into the log, and whoever reads leaves it out.
 */
export function isForeign({ metadata }: Pick<SealedEvent, 'metadata'>): boolean {
  const { actor, requestId, schemaVersion, at }: Partial<EventMetadata> = metadata;
  const texts: readonly unknown[] = [actor?.id, actor?.role, requestId, at];
  return !Number.isInteger(schemaVersion) || texts.some((text) => typeof text !== 'string');
}

/** Returns the revision of the journal's event before this one in its stream, -1 where it is the first. */
export function previousRevisionOf({
  revision,
  metadata,
}: Pick<StoredEvent, 'revision' | 'metadata'>): number {
  return metadata.previousRevision ?? revision - 1;
}

/** What an opened event has beside type and data. */
export type EventEnvelope = EventPlace & {
  readonly id: string;
  readonly metadata: EventMetadata;
  /** The data subjects whose key was gone when the event was opened; their fields are null. */
  readonly erased: readonly string[];
};

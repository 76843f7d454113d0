import type { Static } from 'typebox';
import type { AnyEventDefinition, EventCatalogue } from './event-definition.ts';
import type { EventMetadata } from './event-metadata.ts';

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

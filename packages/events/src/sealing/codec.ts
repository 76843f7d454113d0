import { Compile, type Validator } from 'typebox/compile';
import type {
  DomainEvent,
  EventCatalogue,
  EventDefinition,
  EventEnvelope,
  EventMetadata,
  NewEventOf,
  ReadEventOf,
  SealedEvent,
  StoredEvent,
} from '../event/event.ts';
import { isUuid } from '../fields/bounds.ts';
import { type OpenBoxes, openBox, type SealedBox, sealBox } from './box.ts';
import type { SubjectKey, Vault } from './vault.port.ts';

type OpenedEventOf<Catalogue extends EventCatalogue> =
  ReadEventOf<Catalogue> extends infer Event
    ? Event extends unknown
      ? Event & EventEnvelope
      : never
    : never;

/** Converts domain events to the form that a store keeps, and back. */
export type EventCodec<Catalogue extends EventCatalogue> = {
  /**
   * Resolves with the stored form of an event: validated, with its personal fields sealed under their subjects' keys
   * and bound to `id` (a lower-case UUID). Missing keys are created. Throws `InvalidEvent` or `SubjectForgotten`.
   */
  seal(
    event: NewEventOf<Catalogue>,
    id: string,
    metadata: Omit<EventMetadata, 'schemaVersion'>,
  ): Promise<SealedEvent>;
  /**
   * Resolves with the events in the same order, opened and upcast to the newest version. Queries the vault at most once
   * per batch. If a subject has no key, its fields are null and `erased` contains it. Throws `PoisonEvent` for the
   * first event that has an unknown type or version or fails authentication; never omits one.
   */
  open(events: readonly StoredEvent[]): Promise<OpenedEventOf<Catalogue>[]>;
};

/** A new event doesn't match its schema. The message names fields, never their values. */
export class InvalidEvent extends Error {
  override readonly name = 'InvalidEvent';
}

/** An event in the log can't be opened. A reader that skipped it would lose it. */
export class PoisonEvent extends Error {
  override readonly name = 'PoisonEvent';
  readonly position: string;
  constructor({ type, position, stream, revision }: StoredEvent, reason: string, options?: ErrorOptions) {
    super(
      `Event ${type} at position ${position} (${stream}@${revision}) cannot be opened: ${reason}`,
      options,
    );
    this.position = position;
  }
}

/**
 * Name of the field that contains the boxes. A stored event also has every field of its data, the personal ones as
 * null.
 */
const sealedField = 'sealed';

type Keys = ReadonlyMap<string, SubjectKey>;
type Data = Readonly<Record<string, unknown>>;

/** Minimum number of boxes to open on another thread. Fewer are opened faster on this one. */
const minBoxesForThread = 100;

/** `openBoxes` opens the boxes of large batches on another thread. */
export function createEventCodec<const Catalogue extends EventCatalogue>(parts: {
  readonly vault: Vault;
  readonly events: Catalogue;
  readonly openBoxes?: OpenBoxes | undefined;
}): EventCodec<Catalogue> {
  const { vault, events: catalogue, openBoxes } = parts;
  const sealers = new Map(
    Object.values(catalogue).map((definition) => [definition.type, createSealer(definition, vault)]),
  );
  return {
    async seal(event, id, metadata) {
      const seal = sealers.get(event.type);
      if (!seal) throw new InvalidEvent(`${event.type} is not in the catalogue`);
      if (!isUuid(id)) throw new InvalidEvent(`The id of ${event.type} must be a UUID in lower case`);
      const { data, schemaVersion } = await seal(event.data as Data, id);
      return { id, type: event.type, data, metadata: { ...metadata, schemaVersion } };
    },
    async open(events) {
      const subjects = new Set(events.flatMap((event) => Object.keys(boxesOf(event))));
      const keys: Keys = subjects.size > 0 ? await vault.keysForOpening([...subjects]) : new Map();
      const boxes = openBoxes ? events.flatMap((event) => openableBoxes(event, keys)) : [];
      const contents = openBoxes && boxes.length >= minBoxesForThread && (await openBoxes(boxes)).values();
      const open = contents ? () => takeContent(contents) : openBox;
      return events.map(
        (event) => openEvent(catalogue, event, keys, open) as unknown as OpenedEventOf<Catalogue>,
      );
    },
  };
}

/** Validators by schema, compiled on first use and shared by all codecs of the process. */
const validators = new Map<EventDefinition['schema'], Validator>();

function validatorOf(schema: EventDefinition['schema']): Validator {
  const validator = validators.get(schema) ?? Compile(schema);
  validators.set(schema, validator);
  return validator;
}

/** Returns a function that validates and seals the data of one type of event. */
function createSealer(definition: EventDefinition, vault: Vault) {
  const { type, schema, version: schemaVersion, sealed } = definition;
  if (sealedField in schema.properties) throw new Error(`${type} cannot have a field named ${sealedField}`);

  return async (given: Data, id: string) => {
    const validator = validatorOf(schema);
    const data = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    if (!validator.Check(data)) {
      const errors = validator.Errors(data).map((one) => `${one.instancePath || 'data'} ${one.message}`);
      throw new InvalidEvent(`${type} does not match its schema: ${errors.join('; ')}`);
    }
    const contents = new Map<string, Record<string, unknown>>();
    for (const { subject: subjectOf, fields } of sealed) {
      const present = fields.filter((field) => field in data);
      if (present.length === 0) continue;
      const subject = subjectOf(data as never);
      const content = Object.fromEntries(present.map((field) => [field, data[field]]));
      contents.set(subject, { ...contents.get(subject), ...content });
    }
    if (contents.size === 0) return { data, schemaVersion };
    const keys = await vault.keysForSealing([...contents.keys()]);
    const boxes: Record<string, string> = {};
    for (const [subject, content] of contents) {
      const key = keys.get(subject);
      if (!key) throw new Error(`The vault returned no key for ${subject}`);
      for (const field of Object.keys(content)) data[field] = null;
      boxes[subject] = sealBox(key, subject, id, JSON.stringify(content));
    }
    return { data: { ...data, [sealedField]: boxes }, schemaVersion };
  };
}

/** Returns the boxes of a stored event by subject. */
const boxesOf = (event: StoredEvent) => (event.data[sealedField] ?? {}) as Readonly<Record<string, string>>;

/** Returns the boxes of an event whose keys exist, in the order in which `openEvent` opens them. */
const openableBoxes = (event: StoredEvent, keys: Keys): SealedBox[] =>
  Object.entries(boxesOf(event)).flatMap(([subject, box]) => {
    const key = keys.get(subject);
    return key ? [{ key, subject, eventId: event.id, box: String(box) }] : [];
  });

/** Returns the next content. Throws the error that kept its box from opening. */
function takeContent(contents: Iterator<object | Error>): object {
  const { value } = contents.next();
  if (value instanceof Error) throw value;
  return value;
}

/**
 * Returns an event opened with the available keys and upcast to the newest version. Calls `open` for its boxes in
 * order. Throws `PoisonEvent`.
 */
function openEvent(
  catalogue: EventCatalogue,
  event: StoredEvent,
  keys: Keys,
  open: (box: SealedBox) => object,
): DomainEvent & EventEnvelope {
  const { type, id, stream, revision, position, metadata } = event;
  const definition = Object.hasOwn(catalogue, type) ? catalogue[type] : undefined;
  if (!definition) throw new PoisonEvent(event, 'its type is unknown');
  const { schemaVersion } = metadata;
  if (!Number.isInteger(schemaVersion) || schemaVersion < 1 || schemaVersion > definition.version)
    throw new PoisonEvent(event, `its version ${schemaVersion} is unknown`);
  const { [sealedField]: _boxes, ...data } = event.data;
  for (const box of openableBoxes(event, keys))
    try {
      Object.assign(data, open(box));
    } catch (error) {
      throw new PoisonEvent(event, `the data sealed for ${box.subject} cannot be opened`, { cause: error });
    }
  return {
    type,
    data: definition.upcasts.slice(schemaVersion - 1).reduce((older, upcast) => upcast(older), data),
    id,
    stream,
    revision,
    position,
    metadata,
    erased: Object.keys(boxesOf(event)).filter((subject) => !keys.has(subject)),
  };
}

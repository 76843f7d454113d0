import type { DomainEvent, EventCatalogue, EventEnvelope, StoredEvent } from '../event/event.ts';
import { openBox, type SealedBox } from './box.ts';
import { sealedField } from './seal-event.ts';
import type { SubjectKey } from './vault.port.ts';

/** An event in the log that can't be opened; a reader that skipped it would lose it. */
export class PoisonEvent extends Error {
  override readonly name = 'PoisonEvent';
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: string;
  constructor(event: StoredEvent, reason: string, options?: ErrorOptions) {
    super(
      `Event ${event.type} at position ${event.position} (${event.stream}@${event.revision}) can't be opened: ${reason}`,
      options,
    );
    this.type = event.type;
    this.stream = event.stream;
    this.revision = event.revision;
    this.position = event.position;
  }
}

/** Returns the content of a box. Throws if it can't be opened. */
export type OpenSealedBox = (box: SealedBox) => object;

const noneErased: readonly string[] = [];

/** Returns the boxes of a stored event by subject, or undefined where nothing is sealed. */
export function boxesOf(event: StoredEvent): Readonly<Record<string, string>> | undefined {
  return event.data[sealedField] as Readonly<Record<string, string>> | undefined;
}

/** Yields the boxes of events whose keys exist, in the order in which `openEvent` opens them. */
export function* openableBoxes(
  events: readonly StoredEvent[],
  keys: ReadonlyMap<string, SubjectKey>,
): Generator<SealedBox> {
  for (const event of events) {
    const boxes = boxesOf(event);
    for (const subject in boxes) {
      const key = keys.get(subject);
      if (key) yield { key, subject, eventId: event.id, box: String(boxes[subject]) };
    }
  }
}

/**
 * Returns one event opened with the keys there are, in the newest version. `open` is called for its boxes in order.
 * Throws `PoisonEvent`.
 */
export function openEvent(
  catalogue: EventCatalogue,
  event: StoredEvent,
  keys: ReadonlyMap<string, SubjectKey>,
  open: OpenSealedBox = openBox,
): DomainEvent & EventEnvelope {
  const definition = Object.hasOwn(catalogue, event.type) ? catalogue[event.type] : undefined;
  if (!definition) throw new PoisonEvent(event, 'its type is unknown');
  const { schemaVersion } = event.metadata;
  if (!Number.isInteger(schemaVersion) || schemaVersion < 1 || schemaVersion > definition.version)
    throw new PoisonEvent(event, `its version ${schemaVersion} is unknown`);

  const { [sealedField]: _boxes, ...data } = event.data;
  const erased = unsealInto(data, event, keys, open);
  return {
    type: event.type,
    data: upcast(definition.upcasts, schemaVersion, data),
    id: event.id,
    stream: event.stream,
    revision: event.revision,
    position: event.position,
    metadata: event.metadata,
    erased,
  };
}

function unsealInto(
  data: Record<string, unknown>,
  event: StoredEvent,
  keys: ReadonlyMap<string, SubjectKey>,
  open: OpenSealedBox,
): readonly string[] {
  const boxes = boxesOf(event);
  if (!boxes) return noneErased;
  for (const box of openableBoxes([event], keys))
    try {
      Object.assign(data, open(box));
    } catch (error) {
      throw new PoisonEvent(event, `what is sealed for ${box.subject} does not open`, { cause: error });
    }
  const erased = Object.keys(boxes).filter((subject) => !keys.has(subject));
  return erased.length === 0 ? noneErased : erased;
}

function upcast(
  upcasts: readonly ((data: Record<string, unknown>) => Record<string, unknown>)[],
  storedVersion: number,
  data: Record<string, unknown>,
): Record<string, unknown> {
  return upcasts.slice(storedVersion - 1).reduce((older, step) => step(older), data);
}

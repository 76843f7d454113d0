import type { EventCatalogue } from '../event/event-definition.ts';
import type { DomainEvent, EventEnvelope, StoredEvent } from '../event/event-types.ts';
import { openBox } from './box.ts';
import { PoisonEvent } from './event-errors.ts';
import { sealedField } from './seal-event.ts';
import type { SubjectKey } from './vault.port.ts';

const noneErased: readonly string[] = [];

/** The boxes of a stored event by subject, or undefined where nothing is sealed. */
export function boxesOf(event: StoredEvent): Readonly<Record<string, string>> | undefined {
  return event.data[sealedField] as Readonly<Record<string, string>> | undefined;
}

/** Opens one event with the keys there are, then brings it to the newest version. Throws `PoisonEvent`. */
export function openEvent(
  catalogue: EventCatalogue,
  event: StoredEvent,
  keys: ReadonlyMap<string, SubjectKey>,
): DomainEvent & EventEnvelope {
  const definition = Object.hasOwn(catalogue, event.type) ? catalogue[event.type] : undefined;
  if (!definition) throw new PoisonEvent(event, 'its type is unknown');
  const { schemaVersion } = event.metadata;
  if (!Number.isInteger(schemaVersion) || schemaVersion < 1 || schemaVersion > definition.version)
    throw new PoisonEvent(event, `its version ${schemaVersion} is unknown`);

  const { [sealedField]: _boxes, ...data } = event.data;
  const erased = unsealInto(data, event, keys);
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
): readonly string[] {
  const boxes = boxesOf(event);
  if (!boxes) return noneErased;
  let erased: string[] | undefined;
  for (const subject in boxes) {
    const key = keys.get(subject);
    if (key) Object.assign(data, openSubject(event, subject, key, boxes[subject]));
    else erased = [...(erased ?? []), subject];
  }
  return erased ?? noneErased;
}

function openSubject(event: StoredEvent, subject: string, key: SubjectKey, box: unknown): object {
  try {
    return JSON.parse(openBox(key, subject, event.id, String(box))) as object;
  } catch (error) {
    throw new PoisonEvent(event, `what is sealed for ${subject} does not open`, { cause: error });
  }
}

function upcast(
  upcasts: readonly ((data: Record<string, unknown>) => Record<string, unknown>)[],
  storedVersion: number,
  data: Record<string, unknown>,
): Record<string, unknown> {
  return upcasts.slice(storedVersion - 1).reduce((older, step) => step(older), data);
}

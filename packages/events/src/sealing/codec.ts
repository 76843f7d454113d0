import type {
  EventCatalogue,
  EventEnvelope,
  EventMetadata,
  NewEventOf,
  ReadEventOf,
  SealedEvent,
  StoredEvent,
} from '../event/event.ts';
import type { OpenBoxes } from './box.ts';
import { boxesOf, openableBoxes, openEvent } from './open-event.ts';
import { createSealer, InvalidEvent } from './seal-event.ts';
import type { SubjectKey, Vault } from './vault.port.ts';

type OpenedEventOf<Catalogue extends EventCatalogue> =
  ReadEventOf<Catalogue> extends infer Event
    ? Event extends unknown
      ? Event & EventEnvelope
      : never
    : never;

/** Turns domain events into the form that a store keeps, and back. */
export type EventCodec<Catalogue extends EventCatalogue> = {
  /**
   * Resolves with the event as it is stored: validated, its personal fields sealed under their subjects' keys, which are
   * created where missing, and bound to `id` (a lower-case UUID). Throws `InvalidEvent` or `SubjectForgotten`.
   */
  seal(
    event: NewEventOf<Catalogue>,
    id: string,
    metadata: Omit<EventMetadata, 'schemaVersion'>,
  ): Promise<SealedEvent>;
  /**
   * Resolves with the events in the same order, opened and in their newest version. Asks the vault once for the whole
   * batch; the fields of a subject without a key are null, and it is in `erased`. Throws `PoisonEvent` for the first
   * event that is of an unknown type or version or fails authentication; never leaves one out.
   */
  open(events: readonly StoredEvent[]): Promise<OpenedEventOf<Catalogue>[]>;
};

const noKeys: ReadonlyMap<string, SubjectKey> = new Map();

/** Handing fewer boxes over takes longer than opening them here. */
const minBoxesElsewhere = 100;

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
      const sealer = sealers.get(event.type);
      if (!sealer) throw new InvalidEvent(`${event.type} is not in the catalogue`);
      return sealer(event, id, metadata);
    },
    async open(events) {
      const subjects = new Set<string>();
      for (const event of events) for (const subject in boxesOf(event)) subjects.add(subject);
      const keys = subjects.size > 0 ? await vault.keysForOpening([...subjects]) : noKeys;
      const boxes = openBoxes ? [...openableBoxes(events, keys)] : [];
      const isMany = boxes.length >= minBoxesElsewhere;
      const contents = openBoxes && isMany ? (await openBoxes(boxes)).values() : undefined;
      const open = contents && (() => takeContent(contents));
      return events.map(
        (event) => openEvent(catalogue, event, keys, open) as unknown as OpenedEventOf<Catalogue>,
      );
    },
  };
}

function takeContent(contents: Iterator<object | Error>): object {
  const { value } = contents.next();
  if (value instanceof Error) throw value;
  return value;
}

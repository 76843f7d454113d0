import { Compile } from 'typebox/compile';
import type { DomainEvent, EventDefinition, EventMetadata, SealedEvent } from '../event/event.ts';
import { isUuid } from '../fields/bounds.ts';
import { sealBox } from './box.ts';
import type { Vault } from './vault.port.ts';

/** Beside `sealed`, a stored event has every field of its data, the personal ones as null. */
export const sealedField = 'sealed';

/** A new event that doesn't match its schema; names fields, never their values. */
export class InvalidEvent extends Error {
  override readonly name = 'InvalidEvent';
}

type Fields = Readonly<Record<string, unknown>>;
export type Sealer = (
  event: DomainEvent,
  id: string,
  metadata: Omit<EventMetadata, 'schemaVersion'>,
) => Promise<SealedEvent>;

/** Seals events of one type. Throws `InvalidEvent` for data that its schema does not describe. */
export function createSealer(definition: EventDefinition, vault: Vault): Sealer {
  const validator = Compile(definition.schema);
  if (sealedField in definition.schema.properties)
    throw new Error(`${definition.type} can't have a field that is called ${sealedField}`);
  return async (event, id, metadata) => {
    if (!isUuid(id)) throw new InvalidEvent(`The id of ${event.type} must be a UUID in lower case`);
    const fields = withoutUndefined(event.data as Fields);
    if (!validator.Check(fields)) {
      const errors = validator.Errors(fields).map((one) => `${one.instancePath || 'data'} ${one.message}`);
      throw new InvalidEvent(`${event.type} is not as its schema says: ${errors.join('; ')}`);
    }
    const data = await sealFields(definition, vault, id, fields);
    return { id, type: event.type, data, metadata: { ...metadata, schemaVersion: definition.version } };
  };
}

async function sealFields(
  definition: EventDefinition,
  vault: Vault,
  id: string,
  fields: Fields,
): Promise<Fields> {
  const personal = personalFields(definition, fields);
  if (personal.size === 0) return fields;
  const keys = await vault.keysForSealing([...personal.keys()]);
  const data: Record<string, unknown> = { ...fields };
  const boxes: Record<string, string> = {};
  for (const [subject, content] of personal) {
    const key = keys.get(subject);
    if (!key) throw new Error(`The vault gave no key for ${subject}`);
    for (const field of Object.keys(content)) data[field] = null;
    boxes[subject] = sealBox(key, subject, id, JSON.stringify(content));
  }
  data[sealedField] = boxes;
  return data;
}

function personalFields(definition: EventDefinition, fields: Fields): Map<string, Record<string, unknown>> {
  const bySubject = new Map<string, Record<string, unknown>>();
  for (const group of definition.sealed) {
    const present = group.fields.filter((field) => field in fields);
    if (present.length === 0) continue;
    const subject = group.subject(fields as never);
    const content = bySubject.get(subject) ?? {};
    for (const field of present) content[field] = fields[field];
    bySubject.set(subject, content);
  }
  return bySubject;
}

function withoutUndefined(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

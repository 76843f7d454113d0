import {
  type ExpectedRevision,
  InvalidRequest,
  type JsonObject,
  type NewEvent,
} from '../event-store.port.ts';
import { checkName } from './names.ts';

/** An event as both engines take it: its id in lower case, its data and metadata as JSON text. */
export type EncodedEvent = {
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
};

export type EncodedAppend = {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly EncodedEvent[];
};

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** A NUL as JSON writes it: an odd number of backslashes before `u0000`. */
const nul = /(?<!\\)(?:\\\\)*\\u0000/;

/**
 * Checks what an append is made of and turns it into text, so that a fault is its caller's alone and shows before
 * anything is sent. Throws `InvalidRequest`.
 */
export function encodeAppend(
  stream: string,
  events: readonly NewEvent[],
  expected: ExpectedRevision,
): EncodedAppend {
  checkName('stream', stream);
  if (
    typeof expected === 'number'
      ? !Number.isSafeInteger(expected) || expected < 0
      : !/^(none|any)$/.test(expected)
  )
    throw new InvalidRequest(`${expected} is not a revision to expect`);
  if (events.length === 0) throw new InvalidRequest('An append needs at least one event');
  const encoded = events.map(encodeEvent);
  if (new Set(encoded.map(({ id }) => id)).size < encoded.length)
    throw new InvalidRequest('Two events of one append have the same id');
  return { stream, expected, events: encoded };
}

function encodeEvent(event: NewEvent): EncodedEvent {
  if (!uuid.test(event.id)) throw new InvalidRequest(`The event id "${event.id}" is not a UUID`);
  checkName('event type', event.type);
  return {
    id: event.id.toLowerCase(),
    type: event.type,
    data: encodeJson(event.data, `The data of ${event.type} ${event.id}`),
    metadata: encodeJson(event.metadata, `The metadata of ${event.type} ${event.id}`),
  };
}

function encodeJson(value: JsonObject, what: string): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (cause) {
    throw new InvalidRequest(`${what} can't be written as JSON`, { cause });
  }
  if (!text?.startsWith('{')) throw new InvalidRequest(`${what} is not an object`);
  if (text.includes('\\u0000') && nul.test(text)) throw new InvalidRequest(`${what} holds a NUL character`);
  return text;
}

import { isUuid } from '@journal/events';
import {
  type ExpectedRevision,
  InvalidRequest,
  type JsonObject,
  type NewEvent,
  type ReadOptions,
  type SubscribeOptions,
} from './event-store.port.ts';

/** An event in the form that both engines accept: ID in lower case, data and metadata as JSON text. */
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

/** An escaped NUL in JSON: an odd number of backslashes before `u0000`. */
const nul = /(?<!\\)(?:\\\\)*\\u0000/;
/** Maximum length of a name in UTF-16 code units; short enough for the engines' indexes in any script. */
const maxNameLength = 500;

/**
 * Validates an append and serialises its events before anything is sent, so that an invalid append fails alone.
 * Throws `InvalidRequest`.
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
    throw new InvalidRequest(`${expected} is not a valid expected revision`);
  if (events.length === 0) throw new InvalidRequest('An append needs at least one event');
  const encoded = events.map(encodeEvent);
  if (new Set(encoded.map(({ id }) => id)).size < encoded.length)
    throw new InvalidRequest('Two events of one append have the same id');
  return { stream, expected, events: encoded };
}

function encodeEvent(event: NewEvent): EncodedEvent {
  const id = event.id.toLowerCase();
  if (!isUuid(id)) throw new InvalidRequest(`The event id "${event.id}" is not a UUID`);
  checkName('event type', event.type);
  return {
    id,
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
    throw new InvalidRequest(`${what} cannot be serialised as JSON`, { cause });
  }
  if (!text?.startsWith('{')) throw new InvalidRequest(`${what} is not an object`);
  if (text.includes('\\u0000') && nul.test(text))
    throw new InvalidRequest(`${what} contains a NUL character`);
  return text;
}

/**
 * Names of streams and event types have 1 to 500 well-formed characters, no control characters, and no leading `$`,
 * which KurrentDB reserves. Throws `InvalidRequest`.
 */
function checkName(what: 'stream' | 'event type', name: string): void {
  if (name === '') throw new InvalidRequest(`The name of the ${what} is empty`);
  if (name.length > maxNameLength)
    throw new InvalidRequest(`The name of the ${what} is longer than ${maxNameLength}`);
  if (name.startsWith('$'))
    throw new InvalidRequest(`The name of the ${what} begins with "$", which is reserved`);
  if (!name.isWellFormed() || /\p{Cc}/u.test(name))
    throw new InvalidRequest(`The name of the ${what} contains invalid characters`);
}

/** Throws `InvalidRequest` for an invalid stream name, or a `from` or `limit` that is not a whole number from 0. */
export function checkRead(stream: string, { from = 0, limit = 0 }: ReadOptions = {}): void {
  checkName('stream', stream);
  for (const [name, value] of Object.entries({ from, limit }))
    if (!Number.isSafeInteger(value) || value < 0) throw new InvalidRequest(`"${name}" cannot be ${value}`);
}

export type CheckedSubscribe = Pick<SubscribeOptions, 'onDropped'> & {
  /** Event types without duplicates. */
  readonly types: readonly string[] | undefined;
  readonly batchSize: number;
  /** Aborted by the caller or when the store closes. */
  readonly signal: AbortSignal;
};

/** Returns the options with their defaults. Throws `InvalidRequest` unless `batchSize` is a whole number from 1. */
export function checkSubscribe(options: SubscribeOptions, ending: AbortSignal): CheckedSubscribe {
  const { types, signal, batchSize = 1_000, onDropped } = options;
  if (!Number.isSafeInteger(batchSize) || batchSize < 1)
    throw new InvalidRequest(`"batchSize" cannot be ${batchSize}`);
  return {
    types: types && [...new Set(types)],
    batchSize,
    signal: signal ? AbortSignal.any([ending, signal]) : ending,
    ...(onDropped && { onDropped }),
  };
}

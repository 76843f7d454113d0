import { createHmac, hash, type KeyObject, randomUUID } from 'node:crypto';
import { type Actor, idempotencyStream, toUuid } from '@journal/events';

/** The actor of a change, and the request that it is part of. */
export type RequestContext = {
  readonly actor: Actor;
  readonly requestId: string;
  /** Ids for everything that this request writes. */
  readonly ids: RequestIds;
  /** Set if the request may be repeated and must count once. */
  readonly idempotency?: IdempotentRequest;
};

/** Returns the context of one of a request's steps: without its idempotency key, and with different ids. */
export const stepContextOf = ({ actor, requestId, ids }: RequestContext, step: string): RequestContext => ({
  actor,
  requestId,
  ids: (label) => ids(`${step} ${label}`),
});

/** Returns the same UUID for the same label of the same request. */
type RequestIds = (label: string) => string;

export type IdempotentRequest = {
  /** Stream of its acceptance. */
  readonly stream: string;
  /** Keyed hash of the requested change. */
  readonly fingerprint: string;
};

/** A requested change; bodies are equal if their fields are, in any order. */
type RequestedChange = { readonly method: string; readonly path: string; readonly body: unknown };

/** Resolves with ids and a fingerprint that reveal nothing without the key that they derive from. */
export type RequestKeys = (
  actorId: string,
  key: string,
  change: RequestedChange,
) => Promise<Required<Pick<RequestContext, 'ids' | 'idempotency'>>>;

const usableKey = /^[\x21-\x7e][\x20-\x7e]{0,199}$/;

/** Whether a text is a valid Idempotency-Key: 1 to 200 printable ASCII characters, the first not a space. */
export const isIdempotencyKey = (text: string): boolean => usableKey.test(text);

/** With another secret, every earlier Idempotency-Key counts as new. */
export function createRequestKeys(secretOf: () => Promise<KeyObject>): RequestKeys {
  return async (actorId, key, { method, path, body }) => {
    const secret = await secretOf();
    return {
      ids: (label) => uuidOf(keyedHash(secret, ['id', actorId, key, label])),
      idempotency: {
        stream: idempotencyStream(keyedHash(secret, ['stream', actorId, key]).toString('hex')),
        fingerprint: keyedHash(secret, ['request', method, path, sorted(body)]).toString('hex'),
      },
    };
  };
}

/** Returns unpredictable ids, for a request that is not repeated. */
export function randomIds(): RequestIds {
  const ids = new Map<string, string>();
  return (label) => {
    const id = ids.get(label) ?? randomUUID();
    ids.set(label, id);
    return id;
  };
}

/** Returns ids derived from the id of an event or a pitch: the same in every process, at any time. */
export const derivedIds =
  (id: string): RequestIds =>
  (label) =>
    uuidOf(hash('sha256', JSON.stringify([id, label]), 'buffer'));

function keyedHash(secret: KeyObject, parts: readonly unknown[]): Buffer {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest();
}

/** RFC 9562, version 8: the layout of a UUID around custom bits. */
function uuidOf(digest: Buffer): string {
  const bytes = Buffer.from(digest.subarray(0, 16));
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return toUuid(bytes.toString('hex'));
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value ?? null;
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value).map(([key, inner]) => [key, sorted(inner)] as const);
  return entries.sort(([one], [other]) => (one < other ? -1 : 1));
}

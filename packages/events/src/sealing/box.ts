import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';
import type { SubjectKey } from './vault.port.ts';

const algorithm = 'aes-256-gcm';
const formatVersion = 1;
const ivLength = 12;
const tagLength = 16;
const headLength = 1 + ivLength;

/**
 * Returns the format byte 1, a random 12-byte IV, the AES-256-GCM ciphertext and its 16-byte tag, bound to `context`.
 * The format is permanent: everything ever encrypted must remain decryptable.
 */
export function encrypt(key: KeyObject, context: string, clear: string | Buffer): Buffer {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagLength });
  cipher.setAAD(Buffer.from(context, 'utf8'));
  const body = typeof clear === 'string' ? cipher.update(clear, 'utf8') : cipher.update(clear);
  cipher.final();
  return Buffer.concat([Uint8Array.of(formatVersion), iv, body, cipher.getAuthTag()]);
}

/** Returns the plaintext. Throws if the bytes were changed, or encrypted for another context or with another key. */
export function decrypt(key: KeyObject, context: string, bytes: Buffer): Buffer {
  const bodyEnd = bytes.length - tagLength;
  if (bytes[0] !== formatVersion) throw new Error(`its box has an unknown format (${bytes[0]})`);
  if (bodyEnd < headLength) throw new Error('its box is truncated');
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(1, headLength), {
    authTagLength: tagLength,
  });
  decipher.setAAD(Buffer.from(context, 'utf8'));
  decipher.setAuthTag(bytes.subarray(bodyEnd));
  const clear = decipher.update(bytes.subarray(headLength, bodyEnd));
  decipher.final();
  return clear;
}

/** Seals a text for a subject and binds it to one event. Returns the output of `encrypt` in base64url. */
export function sealBox(key: SubjectKey, subject: string, eventId: string, text: string): string {
  return encrypt(key, contextOf(subject, eventId), text).toString('base64url');
}

/** A sealed box of an event and the key that opens it. */
export type SealedBox = {
  readonly key: SubjectKey;
  readonly subject: string;
  readonly eventId: string;
  readonly box: string;
};

/**
 * Returns the fields in a box. Throws if it was changed, or sealed for another subject or event or with another key.
 */
export function openBox({ key, subject, eventId, box }: SealedBox): object {
  const text = decrypt(key, contextOf(subject, eventId), decodeBox(box));
  return JSON.parse(text.toString('utf8')) as object;
}

/** Reused, because allocating a buffer per box would keep the garbage collector busy during a rebuild. */
let scratch = Buffer.allocUnsafe(16 * 1024);

/** Returns the decoded bytes of a box, valid until the next call. */
function decodeBox(box: string): Buffer {
  if (scratch.length < box.length) scratch = Buffer.allocUnsafe(2 * box.length);
  return scratch.subarray(0, scratch.write(box, 'base64url'));
}

/**
 * Opens many boxes. Resolves, in the same order, with the content of each box or the error that kept it from opening.
 */
export type OpenBoxes = (boxes: readonly SealedBox[]) => Promise<readonly (object | Error)[]>;

/** Unambiguous because an event id always has the same length (see `isUuid`). */
const contextOf = (subject: string, eventId: string): string => eventId + subject;

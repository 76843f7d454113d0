import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SubjectKey } from './vault.port.ts';

const algorithm = 'aes-256-gcm';
const formatVersion = 1;
const ivLength = 12;
const tagLength = 16;
const headLength = 1 + ivLength;

/**
 * Seals a text for a subject, bound to one event. The box is base64url of: format byte 1, 12 random bytes of IV,
 * the AES-256-GCM ciphertext of the UTF-8 text, 16 bytes of tag. Permanent: an old box must open for ever.
 */
export function sealBox(key: SubjectKey, subject: string, eventId: string, text: string): string {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagLength });
  cipher.setAAD(additionalData(subject, eventId));
  const body = cipher.update(text, 'utf8');
  cipher.final();
  return Buffer.concat([Uint8Array.of(formatVersion), iv, body, cipher.getAuthTag()]).toString('base64url');
}

/** A box of an event, and the key that opens it. */
export type SealedBox = {
  readonly key: SubjectKey;
  readonly subject: string;
  readonly eventId: string;
  readonly box: string;
};

/** Returns the fields in a box. Throws where it was changed, or was made for another subject, event or key. */
export function openBox({ key, subject, eventId, box }: SealedBox): object {
  const bytes = decodeBox(box);
  const bodyEnd = bytes.length - tagLength;
  if (bytes[0] !== formatVersion) throw new Error(`its box has the unknown format ${bytes[0]}`);
  if (bodyEnd < headLength) throw new Error('its box is cut short');
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(1, headLength), {
    authTagLength: tagLength,
  });
  decipher.setAAD(additionalData(subject, eventId));
  decipher.setAuthTag(bytes.subarray(bodyEnd));
  const text = decipher.update(bytes.subarray(headLength, bodyEnd));
  decipher.final();
  return JSON.parse(text.toString('utf8')) as object;
}

/** Decoding into memory of its own for each box would keep the garbage collector busy in a rebuild. */
let scratch = Buffer.allocUnsafe(16 * 1024);

/** Returns the bytes of a box, which stand until the next call. */
function decodeBox(box: string): Buffer {
  if (scratch.length < box.length) scratch = Buffer.allocUnsafe(2 * box.length);
  return scratch.subarray(0, scratch.write(box, 'base64url'));
}

/** Opens many boxes; resolves with what each holds, or the error why it does not open, in the same order. */
export type OpenBoxes = (boxes: readonly SealedBox[]) => Promise<readonly (object | Error)[]>;

/** Unambiguous because an event id always has the same length (see `isUuid`). */
function additionalData(subject: string, eventId: string): Buffer {
  return Buffer.from(eventId + subject, 'utf8');
}

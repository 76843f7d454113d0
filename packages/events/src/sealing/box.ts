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

/** The text of a box. Throws where the box was changed, or was made for another subject, event or key. */
export function openBox(key: SubjectKey, subject: string, eventId: string, box: string): string {
  const bytes = Buffer.from(box, 'base64url');
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
  return text.toString('utf8');
}

/** Unambiguous because an event id always has the same length (see `isEventId`). */
function additionalData(subject: string, eventId: string): Buffer {
  return Buffer.from(eventId + subject, 'utf8');
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a text is a UUID in the one spelling that events have: 36 characters in lower case. */
export function isEventId(text: string): boolean {
  return uuid.test(text);
}

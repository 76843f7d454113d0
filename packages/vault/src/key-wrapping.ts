import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const formatVersion = 1;
const ivLength = 12;
const tagLength = 16;
const keyLength = 32;
const headLength = 1 + ivLength;
const wrappedLength = headLength + keyLength + tagLength;

/** The wrapped form was not made with this master key for this subject. */
export class WrongMasterKey extends Error {
  override readonly name = 'WrongMasterKey';
}

/**
 * Keys as the table holds them: format byte 1, 12 random bytes of IV, the 32 bytes under AES-256-GCM with the
 * subject as additional data, 16 bytes of tag. Clear key bytes live only inside KeyObjects.
 */
export function createKeyWrapping(masterKey: Uint8Array) {
  if (masterKey.length !== keyLength) throw new Error('MASTER_KEY must be 32 bytes');
  const master = createSecretKey(masterKey);

  function wrap(key: KeyObject, subject: string): Buffer {
    const iv = randomBytes(ivLength);
    const cipher = createCipheriv(algorithm, master, iv, { authTagLength: tagLength });
    cipher.setAAD(Buffer.from(subject, 'utf8'));
    const clear = key.export();
    const body = cipher.update(clear);
    clear.fill(0);
    cipher.final();
    return Buffer.concat([Uint8Array.of(formatVersion), iv, body, cipher.getAuthTag()]);
  }

  function unwrap(wrapped: Buffer, subject: string): KeyObject {
    if (wrapped.length !== wrappedLength || wrapped[0] !== formatVersion)
      throw new Error(`The key of ${subject} has an unknown format`);
    const decipher = createDecipheriv(algorithm, master, wrapped.subarray(1, headLength), {
      authTagLength: tagLength,
    });
    decipher.setAAD(Buffer.from(subject, 'utf8'));
    decipher.setAuthTag(wrapped.subarray(-tagLength));
    const clear = decipher.update(wrapped.subarray(headLength, -tagLength));
    try {
      decipher.final();
      return createSecretKey(clear);
    } catch (error) {
      throw new WrongMasterKey(`MASTER_KEY does not open the key of ${subject}`, { cause: error });
    } finally {
      clear.fill(0);
    }
  }

  return { wrap, unwrap };
}

export type KeyWrapping = ReturnType<typeof createKeyWrapping>;

export function newKey(): KeyObject {
  const bytes = randomBytes(keyLength);
  const key = createSecretKey(bytes);
  bytes.fill(0);
  return key;
}

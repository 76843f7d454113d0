import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { decrypt, encrypt } from '@journal/events/box';

const keyLength = 32;
/** Format byte, IV, key and tag. */
const wrappedLength = 1 + 12 + keyLength + 16;

/** The key was not wrapped with this master key for this subject. */
export class WrongMasterKey extends Error {
  override readonly name = 'WrongMasterKey';
}

/** Wraps keys for the table, each bound to its subject. Clear key bytes live only inside KeyObjects. */
export function createKeyWrapping(masterKey: Uint8Array) {
  if (masterKey.length !== keyLength) throw new Error('MASTER_KEY must be 32 bytes');
  const master = createSecretKey(masterKey);

  function wrap(key: KeyObject, subject: string): Buffer {
    const clear = key.export();
    const wrapped = encrypt(master, subject, clear);
    clear.fill(0);
    return wrapped;
  }

  function unwrap(wrapped: Buffer, subject: string): KeyObject {
    if (wrapped.length !== wrappedLength || wrapped[0] !== 1)
      throw new Error(`The key of ${subject} has an unknown format`);
    try {
      const clear = decrypt(master, subject, wrapped);
      const key = createSecretKey(clear);
      clear.fill(0);
      return key;
    } catch (error) {
      throw new WrongMasterKey(`MASTER_KEY does not open the key of ${subject}`, { cause: error });
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

import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { decrypt, encrypt } from '@journal/events/box';
import { idempotencySubject } from './keyed-hash.ts';
import { checkSubject } from './vault.migrations.ts';

/** The key was not wrapped with any of these master keys for this subject. */
export class WrongMasterKey extends Error {
  override readonly name = 'WrongMasterKey';
  /** Reported by the health check. */
  readonly code = 'WrongMasterKey';
}

const keyLength = 32;
/** Length in bytes of format byte, IV, key and tag. */
const wrappedLength = 1 + 12 + keyLength + 16;

/** Returns functions that wrap and unwrap subjects' keys with a list of master keys: base64, comma-separated. */
export function createMasterKeys(list: string) {
  const masters = list.split(',').map((text) => {
    const bytes = Buffer.from(text.trim(), 'base64');
    if (bytes.length !== keyLength) throw new Error('MASTER_KEY must be 32 bytes');
    return createSecretKey(bytes);
  }) as [KeyObject, ...KeyObject[]];

  /** Passes a key's plaintext and the master key that wrapped it to `use`, and overwrites the plaintext afterwards. */
  function open<Result>(
    wrapped: Buffer,
    subject: string,
    use: (clear: Buffer, master: KeyObject) => Result,
  ): Result {
    if (wrapped.length !== wrappedLength || wrapped[0] !== 1)
      throw new Error(`The key of ${subject} has an unknown format`);
    let cause: unknown;
    for (const master of masters) {
      let clear: Buffer;
      try {
        clear = decrypt(master, subject, wrapped);
      } catch (failure) {
        cause = failure;
        continue;
      }
      try {
        return use(clear, master);
      } finally {
        clear.fill(0);
      }
    }
    if (subject === checkSubject)
      throw new WrongMasterKey(
        'MASTER_KEY does not match the vault: its keys are wrapped with another master key',
      );
    throw new WrongMasterKey(`MASTER_KEY cannot unwrap the key of ${subject}`, { cause });
  }

  return {
    /** The master key that wraps all keys once a rotation has finished. */
    first: masters[0],
    wrapNew(master: KeyObject, subject: string): Buffer {
      const clear = subject === idempotencySubject ? derivedFrom(master) : randomBytes(keyLength);
      try {
        return encrypt(master, subject, clear);
      } finally {
        clear.fill(0);
      }
    },
    unwrap: (wrapped: Buffer, subject: string): KeyObject =>
      open(wrapped, subject, (clear) => createSecretKey(clear)),
    /** Returns the master key that wrapped the key. */
    wrapperOf: (wrapped: Buffer, subject: string): KeyObject =>
      open(wrapped, subject, (_clear, master) => master),
    /** Returns the same key wrapped with the first master key; undefined if it already is. */
    rewrap: (wrapped: Buffer, subject: string): Buffer | undefined =>
      open(wrapped, subject, (clear, master) =>
        master === masters[0] ? undefined : encrypt(masters[0], subject, clear),
      ),
  };
}

/** Derives the key for Idempotency-Key hashes from before the vault stored one, to still recognise repeats. */
const derivedFrom = (master: KeyObject): Buffer =>
  Buffer.from(hkdfSync('sha256', master, '', 'journal idempotency keys, version 1', keyLength));

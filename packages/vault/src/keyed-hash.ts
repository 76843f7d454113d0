import { createHmac } from 'node:crypto';
import type { SubjectKey, Vault } from '@journal/events';

/** What a hash is for; the same value has another hash for each purpose. */
export type HashPurpose = 'email' | 'username' | 'temporary-password' | 'newsletter-link' | 'limit';

/** Returns 64 hex digits that stand for a value without saying it: the same for the same purpose and parts, always. */
export type KeyedHash = (purpose: HashPurpose, ...parts: readonly string[]) => Promise<string>;

/** Returns the key by which the log's writers and its ledger are known; rejects where the vault is away. */
export type LogKey = () => Promise<SubjectKey>;

type SealingKeys = Pick<Vault, 'keysForSealing'>;

/**
 * Returns HMAC-SHA-256 under a key that lies in the vault. Without that key a hash can't be traced back to its value,
 * not even by trying every value there is. Rejects where the vault is away.
 */
export function createKeyedHash(vault: SealingKeys): KeyedHash {
  return async (purpose, ...parts) =>
    createHmac('sha256', await keyOf(vault, 'journal:keyed-hashes'))
      .update(JSON.stringify([purpose, ...parts]))
      .digest('hex');
}

export function createLogKey(vault: SealingKeys): LogKey {
  return () => keyOf(vault, 'journal:log');
}

/** A subject of its own: its key is made once, wrapped as the others are, and outlives a change of the master key. */
async function keyOf(vault: SealingKeys, subject: string): Promise<SubjectKey> {
  const key = (await vault.keysForSealing([subject])).get(subject);
  if (!key) throw new Error(`The vault gave no key for ${subject}`);
  return key;
}

import { createHmac } from 'node:crypto';
import type { Vault } from '@journal/events';

/** What a hash is for; the same value has another hash for each purpose. */
export type HashPurpose = 'email' | 'username' | 'temporary-password' | 'newsletter-link' | 'limit';

/** Stands for a value without saying it: 64 hex digits, the same for the same purpose and parts in every process. */
export type KeyedHash = (purpose: HashPurpose, ...parts: readonly string[]) => Promise<string>;

/** A subject of its own, so that the key is made once, wrapped with the others, and outlives a change of the master key. */
const subject = 'journal:keyed-hashes';

/**
 * HMAC-SHA-256 under a key that lies in the vault. Without that key a hash can't be traced back to its value, not
 * even by trying every value there is. Rejects where the vault is away.
 */
export function createKeyedHash(vault: Pick<Vault, 'keysForSealing'>): KeyedHash {
  return async (purpose, ...parts) => {
    const key = (await vault.keysForSealing([subject])).get(subject);
    if (!key) throw new Error(`The vault gave no key for ${subject}`);
    return createHmac('sha256', key)
      .update(JSON.stringify([purpose, ...parts]))
      .digest('hex');
  };
}

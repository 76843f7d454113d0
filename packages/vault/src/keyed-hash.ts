import { createHmac } from 'node:crypto';
import type { SubjectKey, Vault } from '@journal/events';

/** Purpose of a hash; the same value has a different hash for each purpose. */
type HashPurpose =
  | 'email'
  | 'username'
  | 'temporary-password'
  | 'recovery-code'
  | 'newsletter-link'
  | 'bounce-address'
  | 'preview-link'
  | 'limit';

/** Resolves with a hash of 64 hex digits that does not reveal the value; deterministic for a purpose and parts. */
export type KeyedHash = (purpose: HashPurpose, ...parts: readonly string[]) => Promise<string>;

/** Resolves with the key that authenticates the log's writers and ledger; rejects while the vault is unavailable. */
export type LogKey = () => Promise<SubjectKey>;

export const logSubject = 'journal:log';
export const idempotencySubject = 'journal:idempotency';

type SealingKeys = Pick<Vault, 'keysForSealing'>;

/**
 * Returns HMAC-SHA-256 under a key of the vault: without that key, a hash can't be traced back to its value, not even
 * by brute force. Rejects while the vault is unavailable.
 */
export function createKeyedHash(vault: SealingKeys): KeyedHash {
  return async (purpose, ...parts) =>
    createHmac('sha256', await keyOf(vault, 'journal:keyed-hashes'))
      .update(JSON.stringify([purpose, ...parts]))
      .digest('hex');
}

export function createLogKey(vault: SealingKeys): LogKey {
  return () => keyOf(vault, logSubject);
}

/** Returns a function that resolves with the key for Idempotency-Key hashes; rejects while the vault is unavailable. */
export function createIdempotencyKey(vault: SealingKeys): () => Promise<SubjectKey> {
  return () => keyOf(vault, idempotencySubject);
}

/** Resolves with the key of a dedicated subject, wrapped like all others, so that it survives master key rotation. */
async function keyOf(vault: SealingKeys, subject: string): Promise<SubjectKey> {
  const key = (await vault.keysForSealing([subject])).get(subject);
  if (!key) throw new Error(`The vault returned no key for ${subject}`);
  return key;
}

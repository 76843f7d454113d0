import { createHmac } from 'node:crypto';
import type { SubjectKey, Vault } from '@journal/events';

/** What a hash is for; the same value has a different hash for each purpose. */
type HashPurpose =
  | 'email'
  | 'username'
  | 'temporary-password'
  | 'recovery-code'
  | 'newsletter-link'
  | 'bounce-address'
  | 'preview-link'
  | 'limit';

/** Resolves with 64 hex digits that stand for a value without revealing it: always the same for a purpose and parts. */
export type KeyedHash = (purpose: HashPurpose, ...parts: readonly string[]) => Promise<string>;

/** Resolves with the key that authenticates the log's writers and its ledger; rejects while the vault is away. */
export type LogKey = () => Promise<SubjectKey>;

export const logSubject = 'journal:log';
export const idempotencySubject = 'journal:idempotency';

type SealingKeys = Pick<Vault, 'keysForSealing'>;

/**
 * Returns HMAC-SHA-256 under a key of the vault: without that key a hash can't be traced back to its value, not even by
 * trying every value. Rejects while the vault is away.
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

/** Returns what resolves with the key that Idempotency-Keys are hashed with; rejects while the vault is away. */
export function createIdempotencyKey(vault: SealingKeys): () => Promise<SubjectKey> {
  return () => keyOf(vault, idempotencySubject);
}

/** The key of a subject of its own, wrapped like the others, so that it survives a change of the master key. */
async function keyOf(vault: SealingKeys, subject: string): Promise<SubjectKey> {
  const key = (await vault.keysForSealing([subject])).get(subject);
  if (!key) throw new Error(`The vault gave no key for ${subject}`);
  return key;
}

import type { SubjectKey, Vault } from '@journal/events';

/** Gives the key by which the log's writers and its ledger are known; rejects where the vault is away. */
export type LogKey = () => Promise<SubjectKey>;

/** A subject of its own, as with the keyed hashes: wrapped by MASTER_KEY, it can't be had from the database alone. */
const subject = 'journal:log';

export function createLogKey(vault: Pick<Vault, 'keysForSealing'>): LogKey {
  return async () => {
    const key = (await vault.keysForSealing([subject])).get(subject);
    if (!key) throw new Error(`The vault gave no key for ${subject}`);
    return key;
  };
}

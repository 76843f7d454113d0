import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { ownerOf, SubjectForgotten, type Vault } from './vault.port.ts';

/** An in-memory vault for tests and tools. `keys`: 32-byte keys in base64, by subject. */
export function createMemoryVault(keys: Readonly<Record<string, string>> = {}): Vault {
  const held = new Map<string, KeyObject>();
  const forgotten = new Set<string>();
  for (const [subject, key] of Object.entries(keys)) held.set(subject, createSecretKey(key, 'base64'));
  const keysForOpening: Vault['keysForOpening'] = async (subjects) =>
    new Map(
      subjects.flatMap((subject) => {
        const key = held.get(subject);
        return key ? [[subject, key]] : [];
      }),
    );
  return {
    async keysForSealing(subjects) {
      for (const subject of subjects)
        if (forgotten.has(subject) || forgotten.has(ownerOf(subject) ?? ''))
          throw new SubjectForgotten(subject);
      for (const subject of subjects)
        if (!held.has(subject)) held.set(subject, createSecretKey(randomBytes(32)));
      return keysForOpening(subjects);
    },
    keysForOpening,
    async forget(subject) {
      for (const each of [subject, ...held.keys()].filter(
        (one) => one === subject || ownerOf(one) === subject,
      )) {
        held.delete(each);
        forgotten.add(each);
      }
    },
    async check() {},
    async close() {
      held.clear();
    },
  };
}

import { createHash } from 'node:crypto';
import type { Meilisearch } from 'meilisearch';
import { EngineError, isKeyRefused, toEngineError } from './engine-error.ts';

/** What a key of ours is for. */
export type Role = 'builder' | 'changer' | 'searcher';

/** Returns how the names of indexes begin that are being built to replace `indexUid`. */
export function prefixOfBuilds(indexUid: string): string {
  return `${indexUid}_next_`;
}

/**
 * What each role may do, and nothing else. Who changes documents may not make an index: Meilisearch would otherwise
 * make one, without our settings, for documents of an index that is gone.
 */
const actions: Readonly<Record<Role, readonly string[]>> = {
  builder: [
    'documents.add',
    'indexes.create',
    'indexes.delete',
    'indexes.get',
    'indexes.swap',
    'settings.update',
    'stats.get',
    'tasks.get',
  ],
  changer: ['documents.add', 'documents.delete', 'settings.get', 'stats.get', 'tasks.get'],
  searcher: ['search'],
};

/**
 * Resolves with the key for the role, made with `admin`'s key now or before: its uid follows from what it may do, and
 * the key from its uid and the server's master key; with undefined where `admin` has a key that may not do that, which
 * is one for services already, or where the server has no keys. Rejects where it can't be reached.
 */
export async function obtainKey(
  admin: Meilisearch,
  role: Role,
  indexUid: string,
): Promise<string | undefined> {
  const indexes = role === 'builder' ? [indexUid, `${prefixOfBuilds(indexUid)}*`] : [indexUid];
  const uid = uidOf([role, ...indexes, ...actions[role]]);
  try {
    return await keyOf(admin, uid).catch(async (error: unknown) => {
      if (!hasCode(error, 'api_key_not_found')) throw error;
      await admin
        .createKey({
          uid,
          name: `journal ${role}`,
          description: `Made by the journal, for its index ${indexUid}`,
          actions: [...actions[role]],
          indexes,
          expiresAt: null,
        })
        // Another process was faster.
        .catch((conflict: unknown) => {
          if (!hasCode(conflict, 'api_key_already_exists')) throw conflict;
        });
      return keyOf(admin, uid);
    });
  } catch (error) {
    const failure = toEngineError(error);
    if (isKeyRefused(failure)) return undefined;
    throw failure;
  }
}

async function keyOf(admin: Meilisearch, uid: string): Promise<string> {
  return (await admin.getKey(uid)).key;
}

function hasCode(error: unknown, code: string): boolean {
  const failure = toEngineError(error);
  return failure instanceof EngineError && failure.code === code;
}

/** In the form of a random UUID, which is the one that Meilisearch asks for. */
function uidOf(parts: readonly string[]): string {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  const variant = (8 + (Number.parseInt(digest.charAt(16), 16) % 4)).toString(16);
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, `$1-$2-4$3-${variant}$4-$5`);
}

import { createHash } from 'node:crypto';
import type { Meilisearch } from 'meilisearch';
import { hasCode, isKeyRefused, toEngineError } from './engine-error.ts';

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
  const find = async () => (await admin.getKey(uid)).key;
  const make = () =>
    admin.createKey({
      uid,
      name: `journal ${role}`,
      description: `Made by the journal, for its index ${indexUid}`,
      actions: [...actions[role]],
      indexes,
      expiresAt: null,
    });
  const unless = (code: string) => (error: unknown) => {
    const failure = toEngineError(error);
    if (!hasCode(failure, code)) throw failure;
  };
  try {
    const key = await find().catch(unless('api_key_not_found'));
    if (key !== undefined) return key;
    // Another process may be faster.
    await make().catch(unless('api_key_already_exists'));
    return await find();
  } catch (error) {
    const failure = toEngineError(error);
    if (isKeyRefused(failure)) return undefined;
    throw failure;
  }
}

/** In the form of a random UUID, which is the one that Meilisearch asks for. */
function uidOf(parts: readonly string[]): string {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  const variant = (8 + (Number.parseInt(digest.charAt(16), 16) % 4)).toString(16);
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, `$1-$2-4$3-${variant}$4-$5`);
}

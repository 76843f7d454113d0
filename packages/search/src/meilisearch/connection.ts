import { createHash } from 'node:crypto';
import { abortable } from '@journal/service-kit/async';
import { Meilisearch } from 'meilisearch';
import { hasCode, isKeyRefused, toEngineError } from './engine-error.ts';

/** Default name of the index. */
export const defaultIndexUid = 'journal_articles';

/** Returns the name prefix of indexes that are being built to replace `indexUid`. */
export const prefixOfBuilds = (indexUid: string) => `${indexUid}_next_`;

/**
 * The actions that each role's key allows, and nothing else. The changer may not create indexes: otherwise, if the
 * index were gone, Meilisearch would create one for its documents without the journal's settings.
 */
const actions = {
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
} as const;

type Role = keyof typeof actions;

export type MeilisearchOptions = {
  /** http://… or https://… */
  readonly url: string;
  /** A key that may manage keys, used only for that, or a key with the required actions; omit for a keyless server. */
  readonly key?: string | undefined;
  /** Index name: letters, digits, - and _. */
  readonly indexUid?: string;
  /** Timeout of a request, in milliseconds. */
  readonly requestTimeout?: number;
};

/** Makes the requests of one role, with the role's own key. */
export type Connection = ReturnType<typeof createConnection>;

/**
 * Returns a connection that makes no request before the first call of `ask`. If a key is refused, the next call obtains
 * it again: a server that lost its data has lost its keys too. When `closing` is aborted, requests reject.
 */
export function createConnection(role: Role, options: MeilisearchOptions, closing?: AbortSignal) {
  const { url: host, key, indexUid = defaultIndexUid, requestTimeout: timeout = 10_000 } = options;
  let current: Promise<Meilisearch> | undefined;

  async function connect(): Promise<Meilisearch> {
    const given = new Meilisearch({ host, timeout, ...(key ? { apiKey: key } : {}) });
    const apiKey = key ? await obtainKey(given, role, indexUid) : undefined;
    return apiKey === undefined ? given : new Meilisearch({ host, timeout, apiKey });
  }

  return {
    indexUid,
    /** Obtains the key first if there is none yet. Rejects with an `EngineError` if a request fails. */
    async ask<Answer>(request: (client: Meilisearch) => Promise<Answer>): Promise<Answer> {
      closing?.throwIfAborted();
      current ??= connect();
      const asked = current;
      try {
        return await abortable(asked.then(request), closing);
      } catch (error) {
        closing?.throwIfAborted();
        const failure = toEngineError(error);
        const hasKey = asked.then(
          () => !isKeyRefused(failure),
          () => false,
        );
        if (!(await hasKey) && current === asked) current = undefined;
        throw failure;
      }
    },
  };
}

/**
 * Resolves with the role's key, which `admin`'s key creates if it does not exist yet: the uid is derived from the
 * permissions, and the key from the uid and the server's master key. Resolves with undefined if `admin`'s key may not
 * manage keys, because it is itself a key for services, or if the server has no keys. Rejects if the server is
 * unreachable.
 */
async function obtainKey(admin: Meilisearch, role: Role, indexUid: string): Promise<string | undefined> {
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
    // Another process may have created it first.
    await make().catch(unless('api_key_already_exists'));
    return await find();
  } catch (error) {
    const failure = toEngineError(error);
    if (isKeyRefused(failure)) return undefined;
    throw failure;
  }
}

/** Returns a digest in the form of a random UUID, the only form that Meilisearch accepts. */
function uidOf(parts: readonly string[]): string {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  const variant = (8 + (Number.parseInt(digest.charAt(16), 16) % 4)).toString(16);
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, `$1-$2-4$3-${variant}$4-$5`);
}

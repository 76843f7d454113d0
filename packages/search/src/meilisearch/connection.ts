import { createHash } from 'node:crypto';
import { abortable } from '@journal/service-kit/async';
import { Meilisearch } from 'meilisearch';
import { hasCode, isKeyRefused, toEngineError } from './engine-error.ts';

/** The name of the index, where no other is configured. */
export const defaultIndexUid = 'journal_articles';

/** Returns how the names of indexes begin that are being built to replace `indexUid`. */
export const prefixOfBuilds = (indexUid: string) => `${indexUid}_next_`;

/**
 * What a key of each role may do, and nothing else. Who changes documents may not make an index: Meilisearch would
 * otherwise make one, without our settings, for documents of an index that is gone.
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
  /** One that may manage keys, which is used for nothing else, or one that may do what is needed; none without keys. */
  readonly key?: string | undefined;
  /** Letters, digits, - and _. */
  readonly indexUid?: string;
  /** Milliseconds in which a request must be answered. */
  readonly requestTimeout?: number;
};

/** The requests of one role, with a key of its own. */
export type Connection = ReturnType<typeof createConnection>;

/**
 * Returns a connection that makes no request before the first call of `ask`. A key that was refused is obtained anew by
 * the next one: a server whose data was lost has lost its keys too. When `closing` is aborted, requests reject.
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
    /** Obtains the key first where there is none yet. Rejects with an `EngineError` where a request fails. */
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
 * Resolves with the key for the role, made with `admin`'s key now or before: its uid follows from what it may do, and
 * the key from its uid and the server's master key; with undefined where `admin` has a key that may not do that, which
 * is one for services already, or where the server has no keys. Rejects where it can't be reached.
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

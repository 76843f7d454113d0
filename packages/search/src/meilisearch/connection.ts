import { abortable } from '@journal/service-kit/async';
import { Meilisearch } from 'meilisearch';
import { isKeyRefused, toEngineError } from './engine-error.ts';
import { obtainKey, type Role } from './keys.ts';

export type ConnectionOptions = {
  /** http://… or https://… */
  readonly url: string;
  /** One that may manage keys, which is used for nothing else, or one that may do what is needed. */
  readonly key?: string | undefined;
  readonly indexUid: string;
  /** Milliseconds in which a request must be answered. */
  readonly requestTimeout: number;
  /** Aborted when requests are to reject. */
  readonly closing?: AbortSignal;
};

/** The requests of one role, with a key of its own. */
export type Connection = {
  readonly indexUid: string;
  /** Obtains the key first where there is none yet. Rejects with an `EngineError` where a request fails. */
  ask<Answer>(request: (client: Meilisearch) => Promise<Answer>): Promise<Answer>;
};

/**
 * Returns a connection that makes no request before the first call of `ask`. A key that was refused is obtained anew by
 * the next one: a server whose data was lost has lost its keys too.
 */
export function createConnection(role: Role, options: ConnectionOptions): Connection {
  const { url: host, indexUid, requestTimeout: timeout, closing } = options;
  let current: Promise<Meilisearch> | undefined;

  async function connect(): Promise<Meilisearch> {
    const given = new Meilisearch({ host, timeout, ...(options.key ? { apiKey: options.key } : {}) });
    if (!options.key) return given;
    const apiKey = await obtainKey(given, role, indexUid);
    return apiKey === undefined ? given : new Meilisearch({ host, timeout, apiKey });
  }

  return {
    indexUid,
    async ask(request) {
      closing?.throwIfAborted();
      current ??= connect();
      const asked = current;
      try {
        const answer = asked.then(request);
        return await abortable(answer, closing);
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

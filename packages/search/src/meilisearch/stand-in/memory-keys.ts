import { createHmac } from 'node:crypto';
import { Refusal } from './refusal.ts';

type Key = {
  readonly uid: string;
  readonly key: string;
  readonly actions: readonly string[];
  readonly indexes: readonly string[];
};

export type Rights = { may(action: string, indexUid: string | null): boolean; readonly isScoped: boolean };

const everything: Rights = { may: () => true, isScoped: false };

/** Keys as Meilisearch keeps them: made from their uid and the master key, and known by their uid. */
export class MemoryKeys {
  readonly made = new Map<string, Key>();
  readonly #masterKey: string | undefined;

  constructor(masterKey: string | undefined) {
    this.#masterKey = masterKey;
  }

  /** Throws as the server refuses a key. */
  rightsOf(token: string | undefined): Rights {
    if (this.#masterKey === undefined || token === this.#masterKey) return everything;
    if (token === undefined) throw new Refusal(401, 'missing_authorization_header');
    const found = [...this.made.values()].find(({ key }) => key === token);
    if (!found) throw new Refusal(403, 'invalid_api_key');
    const { actions, indexes } = found;
    return {
      isScoped: true,
      may: (action, indexUid) =>
        actions.includes(action) &&
        (indexUid === null || indexes.some((pattern) => covers(pattern, indexUid))),
    };
  }

  checkMayManage(token: string | undefined): void {
    if (this.#masterKey === undefined) throw new Refusal(401, 'missing_master_key');
    if (token !== this.#masterKey) throw new Refusal(403, 'invalid_api_key');
  }

  get(uid: string): Key {
    const key = this.made.get(uid);
    if (!key) throw new Refusal(404, 'api_key_not_found');
    return key;
  }

  create({ uid, actions, indexes }: Omit<Key, 'key'>): Key {
    if (!/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(uid))
      throw new Refusal(400, 'invalid_api_key_uid');
    if (this.made.has(uid)) throw new Refusal(409, 'api_key_already_exists');
    const key = createHmac('sha256', this.#masterKey ?? '')
      .update(uid)
      .digest('hex');
    const made = { uid, key, actions, indexes };
    this.made.set(uid, made);
    return made;
  }
}

function covers(pattern: string, uid: string): boolean {
  return pattern.endsWith('*') ? uid.startsWith(pattern.slice(0, -1)) : uid === pattern;
}

import { timingSafeEqual } from 'node:crypto';

/** What a mailed link refers to; `hash` names the newsletter stream of the address. */
export type Unsubscribing = { readonly hash: string; readonly subscriberId: string };
export type Confirming = Unsubscribing & { readonly requestId: string };

export type SubscriptionLinks = {
  /** `hash`: 64 hex digits; ids: UUIDs; all in lower case. Throws otherwise. */
  confirmationToken(what: Confirming): Promise<string>;
  unsubscribeToken(what: Unsubscribing): Promise<string>;
  /** Resolves with what a token was made for; undefined for one that is not ours, or was made for the other link. */
  readConfirmation(token: string): Promise<Confirming | undefined>;
  readUnsubscribe(token: string): Promise<Unsubscribing | undefined>;
};

/** Returns 64 hex digits that only the holder of a key can make. */
type LinkHash = (purpose: 'newsletter-link', ...parts: readonly string[]) => Promise<string>;

const hashBytes = 32;
const idBytes = 16;
type LinkKind = 'confirm' | 'unsubscribe';

/**
 * The tokens of the links in newsletter mail: ids in base64url, authenticated by a keyed hash. They reveal nothing of
 * the address and are valid as long as the vault has the key; whether a link is void is decided by the stream.
 */
export function createSubscriptionLinks(keyedHash: LinkHash): SubscriptionLinks {
  const proofOf = async (kind: LinkKind, content: Buffer) =>
    Buffer.from(await keyedHash('newsletter-link', kind, content.toString('hex')), 'hex');

  async function write(kind: LinkKind, hash: string, ids: readonly string[]): Promise<string> {
    const content = Buffer.concat([
      fromHex(hash, hashBytes),
      ...ids.map((id) => fromHex(id.replaceAll('-', ''), idBytes)),
    ]);
    return Buffer.concat([content, await proofOf(kind, content)]).toString('base64url');
  }

  async function read(kind: LinkKind, token: string, ids: number) {
    const bytes = Buffer.from(token, 'base64url');
    const length = hashBytes + ids * idBytes;
    // The decoder ignores invalid characters; a token has one spelling.
    if (bytes.length !== length + hashBytes || bytes.toString('base64url') !== token) return undefined;
    const content = bytes.subarray(0, length);
    if (!timingSafeEqual(bytes.subarray(length), await proofOf(kind, content))) return undefined;
    const idAt = (index: number) => toUuid(content.subarray(hashBytes + index * idBytes).toString('hex'));
    return { hash: content.toString('hex', 0, hashBytes), idAt };
  }

  return {
    confirmationToken: ({ hash, subscriberId, requestId }) =>
      write('confirm', hash, [subscriberId, requestId]),
    unsubscribeToken: ({ hash, subscriberId }) => write('unsubscribe', hash, [subscriberId]),
    async readConfirmation(token) {
      const found = await read('confirm', token, 2);
      return found && { hash: found.hash, subscriberId: found.idAt(0), requestId: found.idAt(1) };
    },
    async readUnsubscribe(token) {
      const found = await read('unsubscribe', token, 1);
      return found && { hash: found.hash, subscriberId: found.idAt(0) };
    },
  };
}

function fromHex(digits: string, bytes: number): Buffer {
  const read = Buffer.from(digits, 'hex');
  if (read.length !== bytes || read.toString('hex') !== digits)
    throw new Error('A link must refer to hashes and ids in hex digits');
  return read;
}

const toUuid = (hex: string) =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');

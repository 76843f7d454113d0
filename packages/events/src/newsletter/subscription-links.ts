import { timingSafeEqual } from 'node:crypto';
import { toUuid } from '../fields/bounds.ts';

/** Content of a mailed link. `hash`: the hash in the name of the address's newsletter stream. */
type UnsubscribeLink = { readonly hash: string; readonly subscriberId: string };
/** `hash`: the hash in the account's claim on the address. */
export type AccountLink = { readonly hash: string; readonly userId: string };
/** `hash`: the hash of the invited address, which names its invitation stream. */
export type InvitationLink = { readonly hash: string; readonly invitationId: string };
/** `guardianId`: id of the writer's request for consent. */
export type ConsentLink = { readonly userId: string; readonly guardianId: string };
export type ConfirmationLink = UnsubscribeLink & { readonly requestId: string };

/** Returns 64 hex digits that only the holder of a key can compute. */
type LinkHash = (purpose: 'newsletter-link', ...parts: readonly string[]) => Promise<string>;

const hashBytes = 32;
const idBytes = 16;
/** Parts of each kind of token, in order. A hash has 32 bytes, an id 16. */
const partsOf = {
  confirm: ['hash', 'subscriberId', 'requestId'],
  unsubscribe: ['hash', 'subscriberId'],
  account: ['hash', 'userId'],
  invitation: ['hash', 'invitationId'],
  consent: ['userId', 'guardianId'],
} as const;
type LinkKind = keyof typeof partsOf;
const bytesOf = (name: string) => (name === 'hash' ? hashBytes : idBytes);

/**
 * Creates and reads the tokens of mailed links: ids in base64url, authenticated by a keyed hash. Tokens reveal nothing
 * about the address and are valid as long as the vault has the key. Whether a link is void is decided by the stream.
 */
export function createSubscriptionLinks(keyedHash: LinkHash) {
  const proofOf = async (kind: LinkKind, content: Buffer) =>
    Buffer.from(await keyedHash('newsletter-link', kind, content.toString('hex')), 'hex');

  async function write(kind: LinkKind, values: Readonly<Record<string, string>>): Promise<string> {
    const content = Buffer.concat(
      partsOf[kind].map((name) => fromHex((values[name] ?? '').replaceAll('-', ''), bytesOf(name))),
    );
    return Buffer.concat([content, await proofOf(kind, content)]).toString('base64url');
  }

  async function read(kind: LinkKind, token: string): Promise<Record<string, string> | undefined> {
    const bytes = Buffer.from(token, 'base64url');
    const length = partsOf[kind].reduce((sum, name) => sum + bytesOf(name), 0);
    // The decoder ignores invalid characters, but a token has only one valid spelling.
    if (bytes.length !== length + hashBytes || bytes.toString('base64url') !== token) return undefined;
    const content = bytes.subarray(0, length);
    if (!timingSafeEqual(bytes.subarray(length), await proofOf(kind, content))) return undefined;
    let start = 0;
    const values = partsOf[kind].map((name) => {
      const hex = content.subarray(start, start + bytesOf(name)).toString('hex');
      start += bytesOf(name);
      return [name, name === 'hash' ? hex : toUuid(hex)];
    });
    return Object.fromEntries(values);
  }

  return {
    /** `hash`: 64 hex digits; ids: UUIDs; all in lower case. Throws otherwise. */
    confirmationToken: (what: ConfirmationLink) => write('confirm', what),
    accountToken: (what: AccountLink) => write('account', what),
    invitationToken: (what: InvitationLink) => write('invitation', what),
    consentToken: (what: ConsentLink) => write('consent', what),
    unsubscribeToken: (what: UnsubscribeLink) => write('unsubscribe', what),
    /** Resolves with the content of a token; undefined if the token is not authentic or is for another kind of link. */
    readConfirmation: (token: string) => read('confirm', token) as Promise<ConfirmationLink | undefined>,
    readAccount: (token: string) => read('account', token) as Promise<AccountLink | undefined>,
    readInvitation: (token: string) => read('invitation', token) as Promise<InvitationLink | undefined>,
    readConsent: (token: string) => read('consent', token) as Promise<ConsentLink | undefined>,
    readUnsubscribe: (token: string) => read('unsubscribe', token) as Promise<UnsubscribeLink | undefined>,
  };
}

function fromHex(digits: string, bytes: number): Buffer {
  const read = Buffer.from(digits, 'hex');
  if (read.length !== bytes || read.toString('hex') !== digits)
    throw new Error('A link must contain hashes and ids in hexadecimal digits');
  return read;
}

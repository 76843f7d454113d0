import { timingSafeEqual } from 'node:crypto';
import { mailingIdOf, toUuid } from '@journal/events';
import type { Recipient } from '@journal/read-models/delivery';
import type { KeyedHash } from '@journal/vault';

/** Sizes of a token's parts in bytes: issue number, mailing number within the issue, subscriber, authentication tag. */
const sizes = { issue: 3, mailing: 2, subscriber: 16, proof: 10 } as const;
const contentSize = sizes.issue + sizes.mailing + sizes.subscriber;
/** Length of a token in base 36, which is case-insensitive because relaying servers may change case. */
const digits = 48;
const tokenPattern = new RegExp(`^[0-9a-z]{${digits}}$`);

export type BounceAddresses = ReturnType<typeof createBounceAddresses>;

/**
 * Returns the envelope senders of copies, `bounces+{token}@…` if `base` is `bounces@…` (variable envelope return path):
 * the address of a bounce identifies the copy. A token contains IDs but no address and is authenticated by a keyed
 * hash, so that nobody can forge one for another recipient's copy.
 */
export function createBounceAddresses(base: string, keyedHash: KeyedHash) {
  const [local = '', domain = ''] = base.split('@');

  const proofOf = async (content: Buffer) =>
    Buffer.from(await keyedHash('bounce-address', content.toString('hex')), 'hex').subarray(0, sizes.proof);

  return {
    /** Domain of all envelope senders. */
    domain,

    /** Resolves with the envelope sender of a copy. `subscriberId`: a UUID in lower case. */
    async addressOf({ mailingId, subscriberId }: Recipient): Promise<string> {
      const [issue = 0, mailing = 0] = mailingId.split('-').map(Number);
      const content = Buffer.alloc(contentSize);
      content.writeUIntBE(issue, 0, sizes.issue);
      content.writeUIntBE(mailing, sizes.issue, sizes.mailing);
      content.write(subscriberId.replaceAll('-', ''), sizes.issue + sizes.mailing, 'hex');
      return `${local}+${asText(Buffer.concat([content, await proofOf(content)]))}@${domain}`;
    },

    /** Resolves with the recipient of the copy that was sent from this address; undefined for any other address. */
    async recipientOf(address: string): Promise<Recipient | undefined> {
      const [start = '', ...rest] = address.toLowerCase().split('+');
      const [token = '', at] = rest.join('+').split('@');
      if (start !== local || at !== domain || !tokenPattern.test(token)) return undefined;
      const bytes = asBytes(token);
      if (bytes === undefined) return undefined;
      const content = bytes.subarray(0, contentSize);
      if (!timingSafeEqual(bytes.subarray(contentSize), await proofOf(content))) return undefined;
      const mailingId = mailingIdOf(
        content.readUIntBE(0, sizes.issue),
        content.readUIntBE(sizes.issue, sizes.mailing),
      );
      return {
        mailingId,
        subscriberId: toUuid(content.toString('hex', sizes.issue + sizes.mailing)),
      };
    },
  };
}

const asText = (bytes: Buffer) =>
  BigInt(`0x${bytes.toString('hex')}`)
    .toString(36)
    .padStart(digits, '0');

function asBytes(text: string): Buffer | undefined {
  const value = [...text].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n);
  const bytes = Buffer.from(value.toString(16).padStart(2 * (contentSize + sizes.proof), '0'), 'hex');
  return bytes.length === contentSize + sizes.proof ? bytes : undefined;
}

import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { KeyedHash } from '@journal/vault';
import { expect, it } from 'vitest';
import { createBounceAddresses } from './bounce-address.ts';

function newAddresses(base = 'bounces@b.school.example') {
  const key = randomBytes(32);
  const keyedHash: KeyedHash = async (...parts) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex');
  return createBounceAddresses(base, keyedHash);
}
const addresses = newAddresses();
const ids = [randomUUID(), '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

it.each(
  ['1-1', '7-1', '24-12', '999999-9999'].flatMap((mailingId) =>
    ids.map((subscriberId) => ({ mailingId, subscriberId })),
  ),
)(
  'a bounce address identifies its recipient in either case, with at most 64 characters before the @: %j',
  async (recipient) => {
    const address = await addresses.addressOf(recipient);
    expect(address).toMatch(/^bounces\+[0-9a-z]{48}@b\.school\.example$/);
    expect(await addresses.addressOf(recipient)).toBe(address);
    expect(await addresses.recipientOf(address)).toEqual(recipient);
    // Relaying servers may change the case.
    expect(await addresses.recipientOf(address.toUpperCase())).toEqual(recipient);
    const [local = ''] = (await newAddresses(`${'a'.repeat(15)}@b.example`).addressOf(recipient)).split('@');
    expect(local).toHaveLength(64);
  },
);

it('a bounce address identifies nobody if one character differs or another journal issued it', async () => {
  const address = await addresses.addressOf({ mailingId: '7-1', subscriberId: randomUUID() });
  for (let index = 0; index < address.length; index++)
    for (const other of ['a', '0', 'z', '+', '@', ' ', '']) {
      if (address[index] === other) continue;
      const changed = address.slice(0, index) + other + address.slice(index + 1);
      expect(await addresses.recipientOf(changed), changed).toBeUndefined();
    }
  expect(await newAddresses().recipientOf(address)).toBeUndefined();
});

it.each([
  ...['', '@', '+', 'bounces@b.school.example', 'bounces+@b.school.example', 'postmaster@b.school.example'],
  ...[`bounces+${'0'.repeat(48)}@b.school.example`, `bounces+${'z'.repeat(48)}@b.school.example`],
  ...[`bounces+${'a'.repeat(4_000)}@b.school.example`, 'bounces+é@b.school.example'],
])('the address %j identifies nobody', async (address) => {
  expect(await addresses.recipientOf(address)).toBeUndefined();
});

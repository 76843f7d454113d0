import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSubscriptionLinks } from './subscription-links.ts';

function newLinks() {
  const key = randomBytes(32);
  return createSubscriptionLinks(async (...parts) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex'),
  );
}
const links = newLinks();
const what = { hash: 'ab'.repeat(32), subscriberId: randomUUID(), requestId: randomUUID() };
const { requestId: _, ...leaving } = what;

describe('the tokens of newsletter links', () => {
  it('say again what they were made for', async () => {
    expect(await links.readConfirmation(await links.confirmationToken(what))).toEqual(what);
    expect(await links.readUnsubscribe(await links.unsubscribeToken(leaving))).toEqual(leaving);
  });

  it('are the same each time and can stand in an address', async () => {
    const token = await links.confirmationToken(what);
    expect(await links.confirmationToken(what)).toBe(token);
    expect(token).toMatch(/^[\w-]{100,150}$/);
  });

  it('confirm nothing that they were not made for', async () => {
    expect(await links.readUnsubscribe(await links.confirmationToken(what))).toBeUndefined();
    expect(await links.readConfirmation(await links.unsubscribeToken(leaving))).toBeUndefined();
    expect(await newLinks().readConfirmation(await links.confirmationToken(what))).toBeUndefined();
  });

  it('have no other spelling, and no character that may change', async () => {
    const token = await links.confirmationToken(what);
    for (let index = 0; index < token.length; index++)
      for (const other of ['A', 'B', '_', '=', '+', ' ', '\u0000', '']) {
        if (token[index] === other) continue;
        const changed = token.slice(0, index) + other + token.slice(index + 1);
        expect(await links.readConfirmation(changed), `${other} at ${index}`).toBeUndefined();
      }
  });

  it.each(['', 'A', '=', '..', 'a'.repeat(500), 'é'.repeat(130), '%00', '{}'])(
    '"%s" is none',
    async (text) => {
      expect(await links.readConfirmation(text)).toBeUndefined();
      expect(await links.readUnsubscribe(text)).toBeUndefined();
    },
  );

  it.each([
    { ...what, hash: 'someone@example.org' },
    { ...what, hash: 'AB'.repeat(32) },
    { ...what, subscriberId: 'subscriber-1' },
    { ...what, requestId: '' },
  ])('are made of nothing but hashes and UUIDs (%#)', async (wrong) => {
    await expect(links.confirmationToken(wrong)).rejects.toThrow('hex digits');
  });
});

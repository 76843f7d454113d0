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
  it('decode to the values from which they were created', async () => {
    expect(await links.readConfirmation(await links.confirmationToken(what))).toEqual(what);
    expect(await links.readUnsubscribe(await links.unsubscribeToken(leaving))).toEqual(leaving);
  });

  it('for a guardian contain the ids of user and guardian, and are valid for no other link or key', async () => {
    const asked = { userId: randomUUID(), guardianId: randomUUID() };
    const token = await links.consentToken(asked);
    expect(await links.readConsent(token)).toEqual(asked);
    expect(await links.readUnsubscribe(token)).toBeUndefined();
    expect(await links.readConsent(await links.unsubscribeToken(leaving))).toBeUndefined();
    expect(await newLinks().readConsent(token)).toBeUndefined();
  });

  it('are deterministic and need no escaping in a URL', async () => {
    const token = await links.confirmationToken(what);
    expect(await links.confirmationToken(what)).toBe(token);
    expect(token).toMatch(/^[\w-]{100,150}$/);
  });

  it('are valid only for their own kind of link and with their own key', async () => {
    expect(await links.readUnsubscribe(await links.confirmationToken(what))).toBeUndefined();
    expect(await links.readConfirmation(await links.unsubscribeToken(leaving))).toBeUndefined();
    expect(await newLinks().readConfirmation(await links.confirmationToken(what))).toBeUndefined();
  });

  it('are rejected if any character is changed, added or removed', async () => {
    const token = await links.confirmationToken(what);
    for (let index = 0; index <= token.length; index++)
      for (const other of ['A', 'B', '_', '=', '+', ' ', '\u0000', '']) {
        if (token[index] === other) continue;
        const [before, after] = [token.slice(0, index), token.slice(index)];
        for (const wrong of [before + other + after.slice(1), before + other + after])
          if (wrong !== token) expect(await links.readConfirmation(wrong), wrong).toBeUndefined();
      }
  });

  it.each(['', 'A', '=', '..', 'a'.repeat(500), 'é'.repeat(130), '%00', '{}'])(
    'are rejected if malformed: %j',
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
  ])('are created only from hashes and UUIDs (%#)', async (wrong) => {
    await expect(links.confirmationToken(wrong)).rejects.toThrow('hexadecimal digits');
  });
});

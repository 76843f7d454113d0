import { createSecretKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createRequestKeys, isIdempotencyKey, randomIds } from './request-context.ts';

const keysWith = (byte: number) => createRequestKeys(async () => createSecretKey(Buffer.alloc(32, byte)));
const keys = keysWith(1);
const change = { method: 'POST', path: '/api/articles', body: { title: 'A', age: 12 } };
const of = (actor = 'service', key = 'key-1', what: object = {}) => keys(actor, key, { ...change, ...what });

describe('request keys', () => {
  it('are the same for the same request, whatever the order of its fields', async () => {
    const [first, again] = [await of(), await of('service', 'key-1', { body: { age: 12, title: 'A' } })];
    expect(again.idempotency).toEqual(first.idempotency);
    expect(again.ids('event 0')).toBe(first.ids('event 0'));
  });

  it.each([
    { method: 'PUT' },
    { path: '/api/other' },
    { body: { title: 'B', age: 12 } },
    { body: { title: 'A' } },
    { body: undefined },
  ])('have a different fingerprint in the same stream for %j', async (what) => {
    const [first, other] = [await of(), await of('service', 'key-1', what)];
    expect(other.idempotency.stream).toBe(first.idempotency.stream);
    expect(other.idempotency.fingerprint).not.toBe(first.idempotency.fingerprint);
  });

  it.each([
    ['another key', of('service', 'key-2')],
    ['another actor', of('someone', 'key-1')],
    ['another secret', keysWith(2)('service', 'key-1', change)],
    ['a boundary moved between actor and key', of('servicek', 'ey-1')],
  ])('differ for %s', async (_what, derived) => {
    const [first, other] = [await of(), await derived];
    expect(other.idempotency.stream).not.toBe(first.idempotency.stream);
    expect(other.ids('event 0')).not.toBe(first.ids('event 0'));
  });

  it('reveal neither the key nor the actor', async () => {
    const { idempotency: request, ids } = await of('someone', 'my-pitch');
    expect(request.stream).toMatch(/^idempotency-[0-9a-f]{64}$/);
    expect(request.fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(ids('event 0')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(ids('event 0')).not.toBe(ids('event 1'));
  });

  it('are unique for a request without a key', () => {
    const [one, other] = [randomIds(), randomIds()];
    expect(one('claim')).toBe(one('claim'));
    expect(one('claim')).not.toBe(other('claim'));
  });

  it('have 1 to 200 printable ASCII characters', () => {
    for (const key of ['a', 'x'.repeat(200), 'with blank']) expect(isIdempotencyKey(key), key).toBe(true);
    for (const key of [' ', '', 'x'.repeat(201), 'ä', 'a\n']) expect(isIdempotencyKey(key), key).toBe(false);
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { createQuerySide, type QuerySide } from '../testing/query-side.ts';

let side: QuerySide;
beforeAll(async () => {
  side = await createQuerySide();
});
afterAll(() => side.close());

it('leads who opens the link of a one-click unsubscribe to the page that asks', async () => {
  const { statusCode, headers } = await side.get('/api/newsletter/unsubscribe?token=abc-_123');
  expect([statusCode, headers.location, headers['cache-control']]).toEqual([
    303,
    '/newsletter/unsubscribe?token=abc-_123',
    'no-store',
  ]);
});

it('leads nowhere else, whatever the token says', async () => {
  const { headers } = await side.get('/api/newsletter/unsubscribe?token=%0d%0aset-cookie:x%26a=b%23//evil');
  expect(headers.location).toBe('/newsletter/unsubscribe?token=%0D%0Aset-cookie%3Ax%26a%3Db%23%2F%2Fevil');
  expect(headers['set-cookie']).toBeUndefined();
});

it.each(['', '?token=', '?token=a&token=b', '?token=a&to=b', `?token=${'a'.repeat(501)}`])(
  'refuses the query %j',
  async (query) => {
    expect((await side.get(`/api/newsletter/unsubscribe${query}`)).statusCode).toBe(400);
  },
);

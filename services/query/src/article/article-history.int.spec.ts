import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createQuerySide, type QuerySide, sampleToken } from '../testing/query-side.ts';

let side: QuerySide;
const authorization = `Bearer ${sampleToken}`;

beforeAll(async () => {
  side = await createQuerySide();
  for (let step = 0; step < 5; step++) await side.tables.commit({ articles: [{ id: 1 }] });
  await side.tables.commit({ articles: [{ id: 2, isDeleted: true }] });
  await side.untilReady();
});
afterAll(() => side.close());

it('is newest first: who, when, from which request, and which fields', async () => {
  const answer = await side.get('/api/articles/1/history', { authorization });
  const versions = answer.json();
  expect(versions.map((version: { revision: number }) => version.revision)).toEqual([4, 3, 2, 1, 0]);
  expect(versions[4]).toEqual({
    revision: 0,
    event: 'ArticlePublished',
    at: '2026-01-01T00:01:00.000Z',
    actor: { id: 'editor-1', role: 'admin' },
    requestId: 'request-1',
    changed: ['title', 'content'],
  });
  expect(answer.headers).toMatchObject({
    'cache-control': 'private, no-cache',
    vary: 'authorization, cookie',
  });
  expect(answer.headers.etag).toBeTruthy();
});

it('comes in pages', async () => {
  const revisions: number[] = [];
  let url: string | undefined = '/api/articles/1/history?limit=2';
  while (url !== undefined) {
    const answer = await side.get(url, { authorization });
    revisions.push(...answer.json<{ revision: number }[]>().map((version) => version.revision));
    url = /<(.*)>/.exec(String(answer.headers.link))?.[1];
  }
  expect(revisions).toEqual([4, 3, 2, 1, 0]);
});

it('is there for a deleted article, and not for one that never was', async () => {
  expect((await side.get('/api/articles/2/history', { authorization })).statusCode).toBe(200);
  for (const id of ['3', 'x', '0'])
    expect((await side.get(`/api/articles/${id}/history`, { authorization })).statusCode).toBe(404);
});

it.each(['limit=0', 'limit=101', 'before=-1', 'before=x', 'after=1'])('refuses ?%s', async (query) => {
  expect((await side.get(`/api/articles/1/history?${query}`, { authorization })).statusCode).toBe(400);
});

it.each([
  undefined,
  '',
  'Bearer',
  `Bearer ${sampleToken}x`,
  `Bearer ${sampleToken.slice(1)}`,
  `Basic ${sampleToken}`,
  sampleToken,
])('is refused with the authorization %s', async (given) => {
  const answer = await side.get(
    '/api/articles/1/history',
    given === undefined ? {} : { authorization: given },
  );
  expect(answer.statusCode).toBe(401);
  expect(answer.headers['www-authenticate']).toBe('Bearer');
  expect(answer.body).not.toContain('editor-1');
});

describe('who may read it', () => {
  const of = (userId: string, version = 0) => side.cookieOf({ userId, version });
  beforeAll(async () => {
    const { accounts } = side.tables;
    await accounts.put({ userId: 'writer' });
    await accounts.put({ userId: 'admin', isAdmin: true });
    await accounts.put({ userId: 'former-admin', sessionVersion: 1 });
  });

  it.each<[string, () => Promise<Record<string, string>>, number, string | undefined]>([
    ['a visitor', async () => ({}), 401, 'not-signed-in'],
    ['a writer', async () => ({ cookie: await of('writer') }), 403, 'not-allowed'],
    ['an administrator', async () => ({ cookie: await of('admin') }), 200, undefined],
    ['one in an older session', async () => ({ cookie: await of('former-admin') }), 401, 'not-signed-in'],
    ['one who was', async () => ({ cookie: await of('former-admin', 1) }), 403, 'not-allowed'],
    ['somebody forgotten', async () => ({ cookie: await of('nobody') }), 401, 'not-signed-in'],
    ['a program', async () => ({ authorization }), 200, undefined],
    [
      'an administrator with a wrong token',
      async () => ({ cookie: await of('admin'), authorization: 'Bearer x' }),
      401,
      'not-signed-in',
    ],
  ])('%s', async (_who, headers, status, code) => {
    const answer = await side.get('/api/articles/1/history', await headers());
    expect([answer.statusCode, status === 200 ? undefined : answer.json().code]).toEqual([status, code]);
    if (status !== 200) expect(answer.body).not.toContain('editor-1');
  });
});

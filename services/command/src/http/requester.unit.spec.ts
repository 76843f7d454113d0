import { routesOf } from '@journal/service-kit';
import { describe, expect, it } from 'vitest';
import { createCommandSide, sampleArticle, sampleToken } from '../testing/command-side.ts';

type Side = Awaited<ReturnType<typeof createCommandSide>>;
type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const unsafe: Method[] = ['POST', 'PUT', 'PATCH', 'DELETE'];
const wrong: Record<string, string | undefined> = {
  none: undefined,
  'another token': 'Bearer another-token-of-at-least-32-characters',
};

async function fullSide(): Promise<Side> {
  const side = await createCommandSide();
  await side.publish();
  await side.publish();
  await side.remove(2);
  return side;
}
const forVisitors = /^\/api\/(auth\/(register|login|logout|forgot-password)$|newsletter)/;
const ask = (side: Side, method: Method, url: string, authorization: string | undefined) =>
  side.app.inject({
    method,
    url,
    payload: sampleArticle,
    headers: authorization === undefined ? {} : { authorization },
  });

describe('without the service token', () => {
  it.each(Object.entries(wrong))('(%s) no route can be used', async (_what, authorization) => {
    const side = await fullSide();
    const before = side.log.length;
    const routes = routesOf(side.app)
      .filter(({ method }) => unsafe.includes(method as Method))
      .filter(({ url }) => !forVisitors.test(url));
    expect(routes.map(({ url }) => url)).toContain('/api/articles/:id/restore');
    for (const { method, url } of [...routes, { method: 'PUT', url: '/api/articles/abc' }]) {
      const answer = await ask(side, method as Method, url.replace(':id', '2'), authorization);
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 401, 'not-signed-in']);
      expect(answer.json().message).toBe('Please sign in');
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    }
    expect(side.log).toHaveLength(before);
  });

  it('the body is not even looked at', async () => {
    const side = await createCommandSide();
    const answer = await side.app.inject({
      method: 'POST',
      url: '/api/articles',
      payload: '{',
      headers: { 'content-type': 'nonsense' },
    });
    expect(answer.statusCode).toBe(401);
  });

  it('health can be seen', async () => {
    const side = await createCommandSide();
    expect((await side.app.inject('/health/ready')).statusCode).toBe(200);
  });
});

describe('with the service token', () => {
  it.each([`Bearer ${sampleToken}`, `bearer  ${sampleToken}`])('%s writes', async (authorization) => {
    const side = await createCommandSide();
    expect((await ask(side, 'POST', '/api/articles', authorization)).statusCode).toBe(201);
  });

  it('an unknown path is 404 and a known one with another method 405', async () => {
    const side = await createCommandSide();
    const answers = await Promise.all([
      ask(side, 'POST', '/nothing', `Bearer ${sampleToken}`),
      ask(side, 'PATCH', '/api/articles/1', `Bearer ${sampleToken}`),
    ]);
    expect(answers.map((answer) => [answer.statusCode, answer.json().code, answer.headers.allow])).toEqual([
      [404, 'not-found', undefined],
      [405, 'method-not-allowed', 'DELETE, PUT'],
    ]);
  });
});

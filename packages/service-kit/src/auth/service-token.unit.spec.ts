import { expect, it } from 'vitest';
import { createSampleServer } from '../../fixtures/sample-server.ts';
import { requireServiceToken } from './service-token.ts';

const token = 'sample-token-of-at-least-32-characters';

function ask(authorization: string | undefined) {
  const app = createSampleServer();
  app.post('/things', { onRequest: requireServiceToken(token) }, async () => ({ done: true }));
  return app.inject({
    method: 'POST',
    url: '/things',
    payload: authorization?.includes(token) ? { thing: 1 } : '{',
    headers: authorization === undefined ? {} : { authorization },
  });
}

it.each([
  undefined,
  '',
  'Bearer',
  'Bearer ',
  'Bearer another-token-of-at-least-32-characters',
  `Bearer ${token.slice(0, -1)}`,
  `Bearer ${token}x`,
  `Bearer ${token} ${token}`,
  `Bearer ${token.toUpperCase()}`,
  token,
  `Basic ${token}`,
])('a request with the authorization %j is rejected with 401, whatever its body', async (authorization) => {
  const answer = await ask(authorization);
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'not-signed-in']);
  expect(answer.json().message).toBe('Please sign in');
  expect(answer.headers['www-authenticate']).toBe('Bearer');
});

it.each([`Bearer ${token}`, `bearer  ${token}`])(
  'a request with the authorization %s is accepted',
  async (authorization) => {
    expect((await ask(authorization)).statusCode).toBe(200);
  },
);

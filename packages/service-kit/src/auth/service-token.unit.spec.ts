import { describe, expect, it } from 'vitest';
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

describe('a request without the service token', () => {
  it.each(
    Object.entries<string | undefined>({
      none: undefined,
      empty: '',
      'the scheme alone': 'Bearer',
      'the scheme and a space': 'Bearer ',
      'another token': 'Bearer another-token-of-at-least-32-characters',
      'the beginning of the token': `Bearer ${token.slice(0, -1)}`,
      'the token and more': `Bearer ${token}x`,
      'the token twice': `Bearer ${token} ${token}`,
      'the token in capitals': `Bearer ${token.toUpperCase()}`,
      'the token without a scheme': token,
      'another scheme': `Basic ${token}`,
    }),
  )('(%s) is refused, whatever its body', async (_what, authorization) => {
    const answer = await ask(authorization);
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'not-signed-in']);
    expect(answer.json().message).toBe('Please sign in');
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });
});

it.each([`Bearer ${token}`, `bearer  ${token}`])('%s is let through', async (authorization) => {
  expect((await ask(authorization)).statusCode).toBe(200);
});

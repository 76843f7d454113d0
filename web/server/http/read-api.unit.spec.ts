import type { Transport } from '@journal/contracts';
import { expect, it } from 'vitest';
import { createApiReader } from './read-api.ts';

const reading = (status: number, code: string) => {
  const headers = { 'content-type': 'application/problem+json' };
  const body = JSON.stringify({ type: `/problems/${code}`, title: code, status, code, message: code });
  const answer: Transport = async () => ({ status, statusText: '', headers, body });
  const { read, readIfChanged } = createApiReader(answer);
  const refusals = [read('/api/issues/7', 'request'), readIfChanged('/api/issues/7', 'request', '"known"')];
  return Promise.all(refusals.map((refusal) => refusal.catch((error: unknown) => error)));
};

it.each([
  [404, 'issue-not-found'],
  [410, 'issue-withdrawn'],
])(
  'a read rejects with the API’s problem (%i) and no cause, so that nothing is logged',
  async (status, code) => {
    for (const error of await reading(status, code)) {
      expect(error).toMatchObject({ code });
      expect(error).not.toHaveProperty('cause');
    }
  },
);

it('a read rejects with the API’s failure as the cause', async () => {
  for (const error of await reading(500, 'internal'))
    expect(error).toMatchObject({ code: 'unavailable', cause: { status: 500 } });
});

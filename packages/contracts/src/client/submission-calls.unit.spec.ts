import { expect, it } from 'vitest';
import { type ClientRequest, createCall } from './call.ts';
import { createSubmissionCalls } from './submission-calls.ts';

function setUp(body: string) {
  const sent: { path: string; request: ClientRequest }[] = [];
  const fetch = async (path: string, request: ClientRequest) => {
    sent.push({ path, request });
    const headers = new Headers({ 'journal-position': '0042' });
    return { ok: true, status: 200, statusText: '', headers, text: async () => body };
  };
  return { calls: createSubmissionCalls(createCall(fetch, {})), sent };
}

const fields = {
  fullName: 'Sample Writer',
  age: 14,
  section: 'view',
  articleTitle: 'A title',
  articleSummary: 'A summary',
  fullEssay: 'An essay',
} as const;

it('pitches, with the key by which it counts once', async () => {
  const { calls, sent } = setUp('{"id":"s1"}');
  expect(await calls.pitch(fields, 'key-1')).toEqual({ value: { id: 's1' }, position: '0042' });
  expect(sent).toEqual([
    {
      path: '/api/submissions',
      request: {
        method: 'POST',
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          'idempotency-key': 'key-1',
        },
        body: JSON.stringify(fields),
      },
    },
  ]);
});

it('reads what became of own pitches', async () => {
  const { calls, sent } = setUp('[{"id":"s1"}]');
  expect(await calls.ownSubmissions()).toEqual({ value: [{ id: 's1' }], position: '0042' });
  expect(sent.map(({ path, request }) => [request.method, path])).toEqual([['GET', '/api/submissions/mine']]);
});

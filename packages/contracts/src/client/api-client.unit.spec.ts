import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type ApiClient,
  type ApiRequest,
  type ApiResponse,
  addressOf,
  createApiClient,
} from './api-client.ts';
import { ApiError, isTemporary, reasonOf } from './api-error.ts';

afterEach(() => void vi.useRealTimers());

function setUp({ status = 200, headers = {}, body = '{}', ...rest }: Partial<ApiResponse> = {}) {
  const sent: ({ path: string } & ApiRequest)[] = [];
  const client = createApiClient(
    async (path, request) => {
      sent.push({ path, ...request });
      return { status, headers, body, ...rest };
    },
    { headers: { 'x-request-id': 'r1' } },
  );
  return { client, sent };
}

const silent = createApiClient(
  (_path, { signal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
);

it.each([
  [addressOf('GET /api/stats'), '/api/stats'],
  [addressOf('GET /api/articles/:id', { params: { id: 7 } }), '/api/articles/7'],
  [
    addressOf('GET /api/articles/:id/history/:revision', {
      params: { id: 7, revision: 0 },
      query: { against: 3 },
    }),
    '/api/articles/7/history/0?against=3',
  ],
  [addressOf('GET /api/submissions/:id', { params: { id: 'a/b c' } }), '/api/submissions/a%2Fb%20c'],
  [addressOf('GET /api/search', { query: { q: 'a&b', page: undefined } }), '/api/search?q=a%26b'],
])('addressOf builds %s', (address, expected) => expect(address).toBe(expected));

const fields = {
  title: 'T',
  content: 'C',
  excerpt: 'E',
  section: 'view',
  authorName: 'A',
  authorAge: 16,
  readTime: 3,
} as const;

describe('a request', () => {
  it('to read is safe and has no body, and resolves with data, ETag, next page, position and topics', async () => {
    const { client, sent } = setUp({
      headers: {
        'journal-position': '0042',
        'journal-topics': 'articles section:view',
        etag: '"1-a"',
        link: '</x>; rel="prev", </api/articles?limit=2&after=17>; rel=next',
      },
      body: '[{"id":1}]',
    });
    expect(await client.request('GET /api/articles', { query: { limit: 2 } })).toEqual({
      status: 200,
      data: [{ id: 1 }],
      etag: '"1-a"',
      next: '/api/articles?limit=2&after=17',
      position: '0042',
      topics: ['articles', 'section:view'],
      headers: expect.objectContaining({ 'journal-position': '0042' }),
      text: '[{"id":1}]',
    });
    expect(sent).toEqual([
      {
        path: '/api/articles?limit=2',
        method: 'GET',
        headers: { accept: 'application/json', 'x-request-id': 'r1' },
        isSafe: true,
        signal: expect.any(AbortSignal),
      },
    ]);
    expect((await setUp().client.get('/api/articles')).next).toBeNull();
  });

  it('to write sends JSON with its idempotency key or If-Match, and later reads send its position', async () => {
    const { client, sent } = setUp({ headers: { 'journal-position': '0007' } });
    await client.request('POST /api/articles', { body: fields, idempotencyKey: 'key-1' });
    await client.request('PUT /api/articles/:id', {
      params: { id: 1 },
      body: fields,
      headers: { 'if-match': '"1-a"' },
    });
    await client.request('POST /api/articles/:id/restore', { params: { id: 1 }, repeatable: true });
    await client.request('GET /api/stats');
    client.readFrom('0009');
    client.readFrom('');
    await client.get('/api/stats');
    expect(sent.map(({ method, path, isSafe }) => [method, path, isSafe])).toEqual([
      ['POST', '/api/articles', true],
      ['PUT', '/api/articles/1', false],
      ['POST', '/api/articles/1/restore', true],
      ['GET', '/api/stats', true],
      ['GET', '/api/stats', true],
    ]);
    expect(sent[0]).toMatchObject({
      headers: { 'content-type': 'application/json', 'idempotency-key': 'key-1' },
      body: JSON.stringify(fields),
    });
    expect(sent[1]?.headers).toMatchObject({ 'if-match': '"1-a"' });
    expect(sent[2]?.headers).not.toHaveProperty('content-type');
    expect(sent.map(({ headers }) => headers['journal-position'])).toEqual([
      ...[undefined, undefined, undefined],
      ...['0007', '0009'],
    ]);
  });

  it('to read sends the highest position of the writes, whatever the order of their responses', async () => {
    const sent: ApiRequest[] = [];
    const positions = ['0009', '0007'];
    const client = createApiClient(async (_path, request) => {
      sent.push(request);
      const headers = { 'journal-position': positions.shift() ?? '0001' };
      return { status: 200, statusText: 'OK', headers, body: '[]' };
    });
    for (const id of [1, 2]) await client.request('POST /api/articles/:id/restore', { params: { id } });
    await client.get('/api/stats');
    expect(sent.at(-1)?.headers['journal-position']).toBe('0009');
  });

  it('resolves with undefined data if the response is a 204 without a body', async () => {
    const { client } = setUp({ status: 204, body: '' });
    expect(await client.request('DELETE /api/articles/:id', { params: { id: 1 } })).toMatchObject({
      status: 204,
      data: undefined,
      position: null,
    });
  });
});

/** What a retrying program keeps of an error. */
const kept = (error: unknown) => (error instanceof ApiError ? [isTemporary(error), reasonOf(error)] : []);

describe('a response other than 2xx', () => {
  it('rejects with its status, body and problem details', async () => {
    const body = '{"code":"article-not-found","status":404,"title":"Article not found","message":"Gone"}';
    const reading = setUp({ status: 404, statusText: 'Not Found', body }).client.get('/api/articles/9');
    await expect(reading).rejects.toThrow(ApiError);
    await expect(reading).rejects.toMatchObject({
      message: `404: ${body}`,
      status: 404,
      code: 'article-not-found',
      problem: { message: 'Gone' },
    });
    expect(await reading.catch(kept)).toEqual([false, 'article-not-found']);
  });

  it.each([
    ['', 'Bad Gateway', '502: Bad Gateway'],
    ['<html>', 'Bad Gateway', '502: <html>'],
    ['{"message":1}', '', '502: {"message":1}'],
    ['null', '', '502: null'],
  ])(
    'rejects without problem details if its body is %j and its status text is "%s"',
    async (body, statusText, message) => {
      const reading = setUp({ status: 502, statusText, body }).client.get('/api/stats');
      await expect(reading).rejects.toMatchObject({
        message,
        problem: undefined,
      });
      expect(await reading.catch(kept)).toEqual([true, '502']);
    },
  );
});

describe('a request without a response', () => {
  const deaf = createApiClient(() => new Promise(() => {}));
  const after = { timeout: 8_000 };

  it.each([
    ['after 20 s', 20_000, (client: ApiClient) => client.get('/api/stats')],
    ['after as long as the call has', 8_000, (client: ApiClient) => client.get('/api/search?q=a', after)],
  ])(
    'rejects with status 503 %s, even if the transport ignores the abort signal',
    async (_when, timeout, call) => {
      vi.useFakeTimers();
      for (const client of [silent, deaf]) {
        const failed = vi.fn();
        const read = call(client).catch(failed);
        await vi.advanceTimersByTimeAsync(timeout - 1);
        expect(failed).not.toHaveBeenCalled();
        await vi.advanceTimersByTimeAsync(1);
        await read;
        expect(failed).toHaveBeenCalledWith(expect.objectContaining({ status: 503 }));
      }
    },
  );

  it('rejects with status 503 immediately when aborted, and no timer remains', async () => {
    vi.useFakeTimers();
    const left = new AbortController();
    const read = silent.get('/api/stats', { signal: left.signal });
    left.abort();
    await expect(read).rejects.toMatchObject({ status: 503 });
    await expect(silent.get('/api/stats', { signal: left.signal })).rejects.toMatchObject({ status: 503 });
    await setUp().client.get('/api/stats');
    expect(vi.getTimerCount()).toBe(0);
  });
});

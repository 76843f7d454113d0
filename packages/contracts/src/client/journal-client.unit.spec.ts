import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import type { ClientRequest } from './call.ts';
import { createJournalClient } from './journal-client.ts';

type Answer = { status?: number; statusText?: string; body?: string; headers?: Record<string, string> };

function setUp(answer: Answer = {}) {
  const sent: { path: string; request: ClientRequest }[] = [];
  const { status = 200, statusText = '', body = '[]', headers = {} } = answer;
  const client = createJournalClient(
    async (path, request) => {
      sent.push({ path, request });
      return {
        ok: status >= 200 && status < 300,
        status,
        statusText,
        headers: new Headers(headers),
        text: async () => body,
      };
    },
    { 'x-request-id': 'r1' },
  );
  return { client, sent };
}

describe('reading', () => {
  it.each([
    ['/api/articles', (client: ReturnType<typeof setUp>['client']) => client.articles()],
    ['/api/articles?fields=card&limit=6', (client) => client.articleCards({ limit: 6 })],
    [
      '/api/articles?fields=card&section=view&featured=0&after=7',
      (client) => client.articleCards({ section: 'view', featured: 0, after: '7' }),
    ],
    ['/api/articles/featured?fields=card', (client) => client.featuredCards()],
    [
      '/api/articles/section/clash?limit=1&fields=card',
      (client) => client.sectionCards('clash', { limit: 1 }),
    ],
    ['/api/articles/7', (client) => client.article(7)],
    ['/api/articles/7/history?before=3', (client) => client.articleHistory(7, { before: 3 })],
    ['/api/stats', (client) => client.stats()],
  ] as [string, (client: ReturnType<typeof setUp>['client']) => Promise<unknown>][])(
    '%s',
    async (path, call) => {
      const { client, sent } = setUp();
      await call(client);
      const [only] = sent;
      const sorted = (address = '') => address.split(/[?&]/).sort();
      expect(sorted(only?.path)).toEqual(sorted(path));
      expect(only?.request).toEqual({
        method: 'GET',
        headers: { accept: 'application/json', 'x-request-id': 'r1' },
      });
    },
  );

  it('gives the value, where the journal stands, the tag, and the cursor of the next page', async () => {
    const headers = {
      'journal-position': '0042',
      etag: '"1-a"',
      link: '</api/articles?limit=2&after=17&fields=card>; rel="next"',
    };
    const list = await setUp({ headers, body: '[{"id":1}]' }).client.articleCards({ limit: 2 });
    expect(list).toEqual({ value: [{ id: 1 }], position: '0042', next: '17' });
    expect((await setUp().client.articleCards()).next).toBeUndefined();
    const article = await setUp({ headers, body: '{"id":1}' }).client.article(1);
    expect(article).toEqual({ value: { id: 1 }, position: '0042', etag: '"1-a"' });
  });
});

describe('writing', () => {
  const fields = {
    title: 'T',
    content: 'C',
    excerpt: 'E',
    section: 'view',
    authorName: 'A',
    authorAge: 16,
    readTime: 3,
  } as const;

  it('sends the body as JSON with its key or its tag', async () => {
    const { client, sent } = setUp({ body: '{"id":1}', headers: { 'journal-position': '0007' } });
    expect((await client.publishArticle(fields, 'key-1')).position).toBe('0007');
    await client.editArticle(1, fields, '"1-a"');
    await client.restoreArticle(1);
    expect(sent.map(({ path, request }) => [request.method, path])).toEqual([
      ['POST', '/api/articles'],
      ['PUT', '/api/articles/1'],
      ['POST', '/api/articles/1/restore'],
    ]);
    expect(sent[0]?.request.headers).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': 'key-1',
    });
    expect(sent[0]?.request.body).toBe(JSON.stringify(fields));
    expect(sent[1]?.request.headers).toMatchObject({ 'if-match': '"1-a"' });
    expect(sent[2]?.request.headers).not.toHaveProperty('content-type');
  });

  it('a deletion has no body to read', async () => {
    const { client } = setUp({ status: 204, body: '', headers: { 'journal-position': '0009' } });
    expect(await client.deleteArticle(1)).toEqual({ value: undefined, position: '0009' });
  });
});

describe('an answer that is not 2xx', () => {
  it('rejects with its status and body, and the problem that it tells', async () => {
    const body = '{"code":"article-not-found","status":404,"title":"Article not found","message":"Gone"}';
    const reading = setUp({ status: 404, statusText: 'Not Found', body }).client.article(9);
    await expect(reading).rejects.toThrow(ApiError);
    await expect(reading).rejects.toMatchObject({
      message: `404: ${body}`,
      status: 404,
      problem: { code: 'article-not-found', message: 'Gone' },
    });
  });

  it.each([
    ['', 'Bad Gateway', '502: Bad Gateway'],
    ['<html>', 'Bad Gateway', '502: <html>'],
    ['{"message":1}', '', '502: {"message":1}'],
    ['null', '', '502: null'],
  ])('with the body %j says %s', async (body, statusText, message) => {
    await expect(setUp({ status: 502, statusText, body }).client.stats()).rejects.toMatchObject({
      message,
      problem: undefined,
    });
  });
});

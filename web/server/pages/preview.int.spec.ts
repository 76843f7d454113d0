import { type Preview, problemCatalogue, type Transport } from '@journal/contracts';
import type { Service } from '@journal/service-kit';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createSampleApi, sampleCookie, sampleWebConfig } from '../../../tools/testing/sample-api.ts';
import { createWebService } from '../index.ts';

const token = 'zxq'.padEnd(64, 'A');
const preview: Preview = {
  articleId: null,
  expiresAt: '2026-01-09T03:04:05.678Z',
  article: {
    ...{
      title: 'What the tide took',
      excerpt: 'A summary',
      content: 'An essay',
      section: 'view',
      readTime: 1,
    },
    ...{ authorName: 'Mina K.', authorAge: null, authorSchool: null },
  },
};
const sample = createSampleApi();
const answer = vi.fn<Transport>();
const answered = (status: number, body: unknown) =>
  answer.mockResolvedValue({
    status,
    headers: { 'content-type': status === 200 ? 'application/json' : 'application/problem+json' },
    body: JSON.stringify(body),
  });
const refused = (code: 'preview-ended' | 'preview-not-found') => {
  const { status, title, message } = problemCatalogue[code];
  answered(status, { type: 'about:blank', status, title, code, message });
};
let web: Service;

beforeAll(async () => {
  const api: Transport = (path, request) =>
    path.startsWith('/api/preview') ? answer(path, request) : sample.fetch(path, request);
  web = await createWebService(sampleWebConfig, { api });
  await web.start();
});
afterAll(() => web.stop());
beforeEach(() => void answered(200, preview));

const get = (of = token, headers: Record<string, string> = {}) =>
  web.app.inject({ method: 'GET', url: `/preview?token=${of}`, headers });
const unkept = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

it.each([{}, { cookie: sampleCookie }])(
  'a preview shows a pitch as an article, with headers that forbid storing and indexing',
  async (headers) => {
    const shown = await get(token, headers);
    expect(shown.statusCode).toBe(200);
    expect(shown.headers).toMatchObject(unkept);
    for (const text of [
      'What the tide took',
      'Mina K.',
      'An essay',
      '<meta name="robots" content="noindex">',
    ])
      expect(shown.body).toContain(text);
    expect(shown.body).not.toMatch(new RegExp(`(?:canonical|og:url)[^>]*${token}`));
    expect(shown.body).not.toContain('og:type" content="article"');
  },
);

it.each([
  ['preview-ended', 410, 'This preview has ended'],
  ['preview-not-found', 404, 'Preview Not Found'],
] as const)('a preview shows a friendly page for %s', async (code, status, words) => {
  refused(code);
  const page = await get();
  expect([page.statusCode, page.body.includes(words)]).toEqual([status, true]);
  expect(page.headers).toMatchObject(unkept);
});

it('a preview redirects to the article that the pitch became', async () => {
  answered(200, { ...preview, articleId: 3, article: null });
  const page = await get();
  expect([page.statusCode, page.headers['location']]).toEqual([302, '/article/3']);
  expect(page.headers).toMatchObject(unkept);
});

it.each(['', 'token', `${token}A`])(
  'a malformed token returns 404 without a request to the API: %s',
  async (none) => {
    answer.mockClear();
    expect((await get(none)).statusCode).toBe(404);
    expect(answer).not.toHaveBeenCalled();
  },
);

it('a preview is not in the sitemap', async () => {
  const sitemap = await web.app.inject('/sitemap.xml');
  expect(sitemap.body).not.toContain('/preview');
});

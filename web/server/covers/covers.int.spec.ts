import type { Service } from '@journal/service-kit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSampleApi, sampleWebConfig } from '../../../tools/testing/sample-api.ts';
import { sampleArticle, sampleIssue } from '../../../tools/testing/site-content.ts';
import { createWebService } from '../index.ts';
import { createCoverPictures } from './cover-pictures.ts';

const api = createSampleApi();
let web: Service;

beforeAll(async () => {
  web = await createWebService(sampleWebConfig, { api: api.fetch });
  await web.start();
});
afterAll(() => web.stop());
afterEach(() => {
  api.articles = [sampleArticle(1)];
  api.issues = [sampleIssue(7, api.articles)];
  api.delay = async () => {};
});

const get = (url: string, headers: Record<string, string> = {}) =>
  web.app.inject({ method: 'GET', url, headers });

describe.each(['/article/1', '/issues/7', '/clash', '/', '/issues'])('the cover of %s', (page) => {
  const url = `${page === '/' ? '' : page}/cover.png`;

  it('is a PNG of 1200 × 630 pixels, named by the page’s metadata with an alternative text', async () => {
    api.articles = [sampleArticle(1)];
    api.issues = [sampleIssue(7, api.articles)];
    const { rawPayload: png, headers, statusCode } = await get(url);
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'image/png',
      'no-cache',
    ]);
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    const { body } = await get(page);
    const of = (name: string) =>
      new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(body)?.[1];
    expect(of('og:image')).toBe(`https://journal.example${url}`);
    expect([of('og:image:width'), of('og:image:height')]).toEqual(['1200', '630']);
    expect(of('og:image:alt')).toMatch(/drawn cover/);
    expect(of('twitter:card')).toBe('summary_large_image');
  });

  it('returns 304 for an unchanged ETag', async () => {
    const { headers, rawPayload } = await get(url);
    expect((await get(url, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
    expect((await get(url)).rawPayload).toEqual(rawPayload);
  });
});

it('a cover changes as soon as its article’s title does', async () => {
  const before = await get('/article/1/cover.png');
  api.articles = [sampleArticle(1, { title: 'Another title' })];
  const after = await get('/article/1/cover.png', { 'if-none-match': String(before.headers.etag) });
  expect(after.statusCode).toBe(200);
  expect(after.rawPayload).not.toEqual(before.rawPayload);
});

it('the cover of a page that does not exist returns 404, and any cover 503 while the API is down', async () => {
  for (const page of ['/article/99', '/article/x', '/issues/99', '/issues/0'])
    expect((await get(`${page}/cover.png`)).statusCode, page).toBe(404);
  api.delay = () => Promise.reject(new Error('connect ECONNREFUSED'));
  const away = await get('/article/1/cover.png');
  expect([away.statusCode, away.headers['retry-after']]).toEqual([503, '5']);
});

it('a page without a cover has no og:image', async () => {
  const { body } = await get('/about');
  expect(body).not.toContain('og:image');
  expect(body).toContain('name="twitter:card" content="summary"');
});

it('each picture is drawn once, one at a time, and the 51st pending request is rejected', async () => {
  let running = 0;
  let made = 0;
  const pictures = createCoverPictures(async (svg) => {
    expect(++running).toBe(1);
    await new Promise(setImmediate);
    running--;
    made++;
    if (svg === 'broken') throw new Error('no picture');
    return Buffer.from(svg);
  });
  const asked = ['one', 'broken', 'two', 'one'].map((svg) => pictures.png(svg).then(String, () => undefined));
  expect(await Promise.all(asked)).toEqual(['one', undefined, 'two', 'one']);
  expect(String(await pictures.png('two'))).toBe('two');
  expect(made).toBe(3);
  const many = Array.from({ length: 51 }, (_, index) => pictures.png(`many ${index}`));
  const outcomes = await Promise.allSettled(many);
  expect(outcomes.map(({ status }) => status).filter((status) => status === 'rejected')).toHaveLength(1);
});

import type { Service } from '@journal/service-kit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSampleApi, sampleCookie, sampleWebConfig } from '../../../tools/testing/sample-api.ts';
import { problem } from '../../../tools/testing/site.ts';
import { createWebService } from '../index.ts';

const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const api = createSampleApi();
let web: Service;

beforeAll(async () => {
  web = await createWebService(sampleWebConfig, { api: api.fetch });
  await web.start();
});
afterAll(() => web.stop());
afterEach(() => {
  api.session = async () => undefined;
  api.requests.length = 0;
});

const signedIn = sampleCookie;
const get = (url: string, cookie?: string) =>
  web.app.inject({
    method: 'GET',
    url,
    headers: { 'user-agent': browser, ...(cookie ? { cookie } : {}) },
  });
const sessionReads = () => api.requests.filter(({ path }) => path === '/api/auth/session');

describe('a page for a visitor', () => {
  it.each(['/', '/clash', '/profile', '/login'])('%s asks nobody who that is', async (url) => {
    const response = await get(url, 'theme=dark; journal=');
    expect(response.statusCode).toBe(200);
    expect(sessionReads()).toEqual([]);
    expect(response.headers).toMatchObject({ 'cache-control': 'private, no-cache' });
    expect(response.headers.vary).toContain('cookie');
    expect(response.body).toContain('href="/signup"');
  });

  it('tells search engines to leave out the account pages', async () => {
    for (const url of ['/login', '/signup', '/profile'])
      expect((await get(url)).body).toContain('<meta name="robots" content="noindex">');
    expect((await get('/')).body).not.toContain('noindex');
    expect((await get('/sitemap.xml')).body).not.toMatch(/login|signup|profile/);
  });
});

describe('a page for who is signed in', () => {
  it.each(['/', '/article/3', '/nothing-here'])('%s is theirs, and nobody else may keep it', async (url) => {
    const response = await get(url, `theme=dark; ${signedIn}`);
    expect(response.headers).toMatchObject({ 'cache-control': 'private, no-store' });
    expect(response.body).toContain('Sample Writer<');
    expect(response.body).not.toContain('href="/signup"');
    expect(sessionReads()).toHaveLength(1);
    expect(sessionReads()[0]?.headers.cookie).toBe(signedIn);
  });

  it('reads everything else in their session', async () => {
    await get('/article/3', signedIn);
    expect(api.requests.find(({ path }) => path === '/api/articles/3')?.headers.cookie).toBe(signedIn);
  });

  it.each(['/login', '/signup'])('%s sends them home', async (url) => {
    const response = await get(url, signedIn);
    expect([response.statusCode, response.headers.location]).toEqual([302, '/']);
  });

  it('does to the cookie what the API does to it', async () => {
    api.session = async () => ({
      status: 200,
      headers: { 'set-cookie': 'journal=; Max-Age=0' },
      body: 'null',
    });
    const response = await get('/', signedIn);
    expect(response.headers['set-cookie']).toBe('journal=; Max-Age=0');
    expect(response.body).toContain('href="/signup"');
  });

  it('takes a 401 for a visitor', async () => {
    api.session = async () => problem('not-signed-in');
    expect((await get('/profile', signedIn)).body).toContain('Access Denied');
  });

  it('asks nobody when a link is followed within the site, but where it decides', async () => {
    await get('/clash/index.pageContext.json', signedIn);
    expect(sessionReads()).toEqual([]);
    const response = await get('/login/index.pageContext.json', signedIn);
    expect(sessionReads()).toHaveLength(1);
    expect(response.headers).toMatchObject({ 'cache-control': 'private, no-store' });
  });
});

describe('while the session can not be read', () => {
  it.each([
    ['fails', async () => problem('internal')],
    ['breaks', () => Promise.reject(new Error('away'))],
    ['is no JSON', async () => ({ status: 200, headers: {}, body: '<html>' })],
  ])('and %s, pages are read all the same', async (_how, before) => {
    api.session = before;
    const response = await get('/article/3', signedIn);
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain('Paragraph 1 of article 3');
    expect((await get('/profile', signedIn)).statusCode).toBe(503);
    expect((await get('/login', signedIn)).statusCode).toBe(200);
  });

  it('and hangs, a page waits no longer for it than for its lists', async () => {
    let release = () => {};
    api.session = () =>
      new Promise((resolve) => {
        release = () => resolve(undefined);
      });
    const response = await get('/clash', signedIn);
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain('Sample article number');
    release();
  });
});

import { readFile } from 'node:fs/promises';
import type { Service } from '@journal/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSampleApi, sampleWebConfig } from '../../../tools/testing/sample-api.ts';
import { createWebService } from '../index.ts';

let web: Service;

beforeAll(async () => {
  const config = { ...sampleWebConfig, PUBLIC_URL: 'http://localhost:3000' };
  web = await createWebService(config, { api: createSampleApi().fetch });
  await web.start();
});
afterAll(() => web.stop());

const get = (url: string, headers: Record<string, string> = {}) =>
  web.app.inject({ method: 'GET', url, headers });

describe('asset files', () => {
  it('are all served as immutable for a year, and compressed with br or gzip on request', async () => {
    const { body } = await get('/');
    const files = [
      ...new Set([...body.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, url]) => url ?? '')),
    ];
    expect(files.length).toBeGreaterThan(3);
    for (const url of files) {
      const plain = await get(url);
      expect([url, plain.statusCode]).toEqual([url, 200]);
      expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(plain.headers['x-content-type-options']).toBe('nosniff');
      expect(plain.headers).not.toHaveProperty('permissions-policy');
      if (url.endsWith('.woff2') || plain.rawPayload.length < 1_000) continue;
      for (const encoding of ['br', 'gzip']) {
        const small = await get(url, { 'accept-encoding': encoding });
        expect([url, small.headers['content-encoding']]).toEqual([url, encoding]);
        expect(small.headers['content-type']).toBe(plain.headers['content-type']);
        expect(small.headers.vary).toMatch(/accept-encoding/i);
        expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length);
      }
    }
  });

  it.each(['/', '/login', '/contact', '/profile'])('contain the styles of %s exactly once', async (path) => {
    const { body } = await get(path);
    const sheets = [...body.matchAll(/href="(\/assets\/[^"]+\.css)"/g)].map(([, url]) => url ?? '');
    const texts = await Promise.all(sheets.map(async (url) => (await get(url)).body));
    for (const once of ['--color-ink:', '.toasts', '.menu-item', '.masthead-bar'])
      expect(texts.filter((text) => text.includes(once)).length, once).toBe(1);
  });

  it.each([
    ['/favicon.svg', 'image/svg+xml'],
    ['/favicon.ico', 'image/'],
    ['/apple-touch-icon.png', 'image/png'],
  ])('%s is cached for an hour, then answered with 304 for an unchanged ETag', async (url, type) => {
    const { headers } = await get(url);
    expect(headers['content-type']).toContain(type);
    expect(headers['cache-control']).toBe('public, max-age=3600');
    expect((await get(url, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
  });

  it('the service worker is revalidated on each request, with 304 for an unchanged ETag', async () => {
    const br = { 'accept-encoding': 'br' };
    const { headers, rawPayload } = await get('/sw.js', br);
    expect(headers['content-type']).toMatch(/javascript/);
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-encoding']).toBe('br');
    expect(rawPayload.length).toBeLessThan(1_500);
    expect((await get('/sw.js', { ...br, 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
  });

  it('do not expose the server’s files', async () => {
    const files = ['assets/../server/entry.mjs', 'server/entry.mjs', 'assets.json', '.vite/manifest.json'];
    for (const file of [...files, 'package.json', 'vite.config.ts'])
      expect([file, (await get(`/${file}`)).statusCode >= 400]).toEqual([file, true]);
  });
});

it('the server’s bundle imports no React package statically', async () => {
  const seen = new Set<string>();
  const packages = new Set<string>();
  const follow = async (url: URL) => {
    if (seen.has(url.href)) return;
    seen.add(url.href);
    const imports = (await readFile(url, 'utf8')).matchAll(/^(?:import|export)\b[^;]*?["']([^"']+)["'];?$/gm);
    for (const [, target = ''] of imports)
      if (target.startsWith('.')) await follow(new URL(target, url));
      else packages.add(target);
  };
  await follow(new URL('../../dist/server/entry.mjs', import.meta.url));
  expect(seen.size).toBeGreaterThan(1);
  expect([...packages].filter((name) => /react/.test(name))).toEqual([]);
});

it('the server sends no Strict-Transport-Security header if its public URL uses http', async () => {
  expect((await get('/about')).headers['strict-transport-security']).toBeUndefined();
});

import { routes } from '@journal/contracts';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createQuerySystem, type QuerySystem } from '../testing/query-system.ts';

let system: QuerySystem;
beforeAll(async () => {
  system = await createQuerySystem();
});
afterAll(() => system.close());

describe('the OpenAPI document', () => {
  it('is valid, contains every route, and returns 304 for its ETag', async () => {
    const response = await system.get('/api/openapi.json');
    expect(response.statusCode).toBe(200);
    expect(await new Validator().validate(response.json())).toEqual({ valid: true });
    const told = Object.entries(response.json().paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
    expect(told.sort()).toEqual(Object.keys(routes).sort());
    const again = await system.get('/api/openapi.json', { 'if-none-match': String(response.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });
});

describe('the API’s page', () => {
  it('shows every route, and allows only its own script', async () => {
    const first = await system.get('/api/docs');
    for (const key of Object.keys(routes)) {
      const [method, path = ''] = key.split(' ');
      expect(first.body).toContain(`<b>${method}</b> ${path.replace(/:(\w+)/g, '{$1}')}`);
    }
    const policy = String(first.headers['content-security-policy']);
    const nonce = /script-src 'nonce-([\w-]+)'/.exec(policy)?.[1];
    expect(policy).toMatch(/^default-src 'none'; .*connect-src 'self'/);
    expect(first.body.match(/<(?:script|style)[^>]*>/g)).toEqual([
      `<style nonce="${nonce}">`,
      `<script nonce="${nonce}">`,
    ]);
    expect(first.body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    expect((await system.get('/api/docs')).body).not.toContain(String(nonce));
  });
});

import { hash, randomBytes } from 'node:crypto';
import { createOpenApi } from '@journal/contracts';
import { matchesEtag, registerRoute } from '@journal/service-kit';
import type { Resource } from '../resource.ts';
import { createApiPage } from './api-page.ts';

/** `GET /api/openapi.json`, and `GET /api/docs`: a page for reading and trying the API. */
export const apiDocsRoutes: Resource = async (app) => {
  // Created on the first request: together they would add about 50 ms to a start.
  let described: ReturnType<typeof describeApi> | undefined;
  let page: ReturnType<typeof createApiPage> | undefined;
  const config = { reads: [] };

  registerRoute(app, 'GET /api/openapi.json', { config }, async (request, reply) => {
    described ??= describeApi();
    const { document, etag } = described;
    reply.headers({ etag, 'cache-control': 'no-cache' });
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.header('content-type', 'application/json; charset=utf-8').send(document);
  });

  registerRoute(app, 'GET /api/docs', { config }, async (_request, reply) => {
    page ??= createApiPage();
    const nonce = randomBytes(16).toString('base64url');
    return reply
      .headers({
        'cache-control': 'no-store',
        'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
        'content-type': 'text/html; charset=utf-8',
      })
      .send(page(nonce));
  });
};

function describeApi() {
  const document = Buffer.from(JSON.stringify(createOpenApi()));
  return { document, etag: `"${hash('sha256', document, 'base64url').slice(0, 22)}"` };
}

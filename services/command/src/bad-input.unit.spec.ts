import { routesOf } from '@journal/service-kit';
import { badRequests, faultOfRefusal, type GoodRequest } from '@journal/testing';
import fc from 'fast-check';
import type { HTTPMethods } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCommandSide, sampleArticle, sampleToken } from './testing/command-side.ts';

const { authorSchool: _optional, featured: _default, ...required } = sampleArticle;
const fields: GoodRequest = { body: sampleArticle, required: Object.keys(required) };
/** What each route would take; a route that is missing here fails the walk. */
const good: Record<string, GoodRequest> = {
  'POST /api/articles': fields,
  'PUT /api/articles/:id': fields,
  'DELETE /api/articles/:id': {},
  'POST /api/articles/:id/restore': {},
};
const side = await createCommandSide();
const unsafeRoutes = routesOf(side.app).filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method));

beforeAll(async () => {
  await side.publish();
});

describe('bad input', () => {
  it('is thrown at every route that writes', () => {
    expect(unsafeRoutes.map(({ method, url }) => `${method} ${url}`).sort()).toEqual(
      Object.keys(good).sort(),
    );
  });

  it.each(unsafeRoutes)('$method $url refuses it with words and writes nothing', async (route) => {
    const before = await side.store.head();
    await fc.assert(
      fc.asyncProperty(badRequests(route, good[`${route.method} ${route.url}`]), async (bad) => {
        const headers = { ...bad.headers, authorization: `Bearer ${sampleToken}` };
        const answer = await side.app.inject({ ...bad, method: bad.method as HTTPMethods, headers });
        expect(faultOfRefusal(answer)).toBeUndefined();
        expect(await side.store.head()).toBe(before);
      }),
      { numRuns: 300 },
    );
  });
});

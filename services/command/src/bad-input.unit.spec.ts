import { outcomeParameter } from '@journal/contracts';
import { routesOf } from '@journal/service-kit';
import { type Answer, badRequests, faultOfRefusal, type GoodRequest } from '@journal/testing';
import fc from 'fast-check';
import type { HTTPMethods } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  cookieOf,
  createAccountSide,
  sampleArticle,
  samplePitch,
  sampleToken,
  sampleUser,
} from './testing/command-side.ts';

const { authorSchool: _school, featured: _default, ...required } = sampleArticle;
const fields: GoodRequest = { body: sampleArticle, required: Object.keys(required) };
const form = (body: Record<string, unknown>): GoodRequest => ({ body, required: Object.keys(body) });

const side = await createAccountSide();
const registered = await side.register();
const userId: string = registered.json().id;
const cookie = cookieOf(registered);
await side.users.grantAdmin(userId);
const pitched = await side.call('POST', '/api/submissions', samplePitch, { cookie });
const pitch = { id: String(pitched.json().id) };
const { school: _optional, ...requiredOfPitch } = samplePitch;
const pitchFields: GoodRequest = { body: samplePitch, required: Object.keys(requiredOfPitch) };
/** What each route would take; a route that is missing here fails the walk. */
const good: Record<string, GoodRequest> = {
  'POST /api/articles': fields,
  'PUT /api/articles/:id': fields,
  'DELETE /api/articles/:id': {},
  'POST /api/articles/:id/restore': { body: { revision: 0 }, required: ['revision'] },
  'POST /api/submissions': pitchFields,
  'PUT /api/submissions/:id': { ...pitchFields, ...pitch },
  'DELETE /api/submissions/:id': pitch,
  'POST /api/submissions/:id/restore': { body: { revision: 0 }, required: ['revision'], ...pitch },
  'POST /api/submissions/:id/publish': pitch,
  'POST /api/operations/submissions/:id/finish-publishing': pitch,
  'POST /api/auth/register': form({ ...sampleUser, email: 'new@example.org' }),
  'POST /api/auth/login': form({ email: sampleUser.email, password: 'wrong secret' }),
  'POST /api/auth/logout': {},
  'POST /api/auth/forgot-password': form({ email: sampleUser.email }),
  'POST /api/auth/change-password': form({ currentPassword: 'wrong secret', newPassword: 'new secret' }),
  'DELETE /api/me': form({ password: 'wrong secret', pieces: 'keep' }),
  'POST /api/newsletter/subscriptions': form({ email: 'reader@example.org' }),
  'POST /api/newsletter/confirmation': form({ token: 'token' }),
  'POST /api/newsletter/unsubscription': form({ token: 'token' }),
  'POST /api/newsletter/unsubscribe': {},
  'POST /api/operations/users/:userId/temporary-passwords': {
    ...form({ resetId: 'reset-1', temporaryPasswordHash: '0'.repeat(64) }),
    id: userId,
  },
  'POST /api/operations/users/:userId/finish-forgetting': { ...form({ articleIds: [1] }), id: userId },
  'POST /api/operations/users/:userId/exports': {
    ...form({ actor: { id: userId, role: 'writer' } }),
    id: userId,
  },
  'POST /api/operations/users/forgetting': form({ email: sampleUser.email, pieces: 'keep' }),
  'POST /api/operations/administrators/grant': form({ email: sampleUser.email }),
  'POST /api/operations/administrators/revoke': form({ email: sampleUser.email }),
};
const byPeople = /^\/api\/(auth|me|newsletter|submissions)\b/;
const unsafeRoutes = routesOf(side.app).filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method));

/** How many events there are, but for those that tell of a login in vain: a wrong password is good input. */
const changes = () => side.log.filter(({ type }) => type !== 'SignInFailed').length;

beforeAll(async () => {
  await side.publish();
});

/** A form that was sent without scripts is refused by its page, which is told why. */
function faultOf(url: string, answer: Answer): string | undefined {
  const sentBack = url.startsWith('/api/newsletter/') && answer.statusCode === 303;
  if (!sentBack) return faultOfRefusal(answer);
  const why = new URL(String(answer.headers['location']), 'http://localhost').searchParams.get(
    outcomeParameter,
  );
  return why === null || why === 'done' ? `sent back with ${why}` : undefined;
}

describe('bad input', () => {
  it('is sent to every route that writes', () => {
    expect(unsafeRoutes.map(({ method, url }) => `${method} ${url}`).sort()).toEqual(
      Object.keys(good).sort(),
    );
  });

  it.each(unsafeRoutes)('$method $url rejects it with a message and changes nothing', async (route) => {
    const before = changes();
    await fc.assert(
      fc.asyncProperty(badRequests(route, good[`${route.method} ${route.url}`]), async (bad) => {
        const asker = byPeople.test(route.url) ? { cookie } : { authorization: `Bearer ${sampleToken}` };
        const headers = { ...bad.headers, ...asker };
        const answer = await side.app.inject({ ...bad, method: bad.method as HTTPMethods, headers });
        expect(faultOf(route.url, answer)).toBeUndefined();
        expect(changes()).toBe(before);
      }),
      { numRuns: 300 },
    );
  });
});

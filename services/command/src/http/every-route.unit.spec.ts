import { routesOf } from '@journal/service-kit';
import { describe, expect, it } from 'vitest';
import {
  createSubmissionSide,
  type Headers,
  sampleArticle,
  samplePitch,
  sampleToken,
  sampleUser,
} from '../testing/command-side.ts';

const rightPassword = 'hash';

/** A side with an article and somebody who registered; passwords cost nothing. */
async function createSide() {
  const passwords = {
    hash: async (password: string) => password,
    verify: async (passwordHash: string | null, password: string) => passwordHash === password,
  };
  const side = await createSubmissionSide({ passwords, wait: async () => {} });
  await side.publish();
  const registered = await side.call('POST', '/api/auth/register', sampleUser);
  const personId: string = registered.json().id;
  return { ...side, personId };
}
type Side = Awaited<ReturnType<typeof createSide>>;

/** Who asks: how, and by which id events name them. */
type Person = { readonly asker: Headers; readonly actor: { readonly id: string; readonly role: string } };
const nobody = { id: 'visitor', role: 'visitor' };

async function revokedAdmin(side: Side) {
  const userId = await side.users.register();
  await side.users.grantAdmin(userId);
  await side.users.revokeAdmin(userId);
  return userId;
}

const people = {
  'a visitor': async () => ({ asker: {}, actor: nobody }),
  'the writer': async ({ writer }) => ({ asker: writer.asker, actor: { id: writer.userId, role: 'writer' } }),
  'another writer': async (side) => {
    const { userId, asker } = await side.person();
    return { asker, actor: { id: userId, role: 'writer' } };
  },
  'an admin': async ({ admin }) => ({ asker: admin.asker, actor: { id: admin.userId, role: 'admin' } }),
  'an admin no more, with the session from before': async (side) => {
    const cookie = await side.users.cookieOf(await revokedAdmin(side), 0);
    return { asker: { cookie }, actor: nobody };
  },
  'an admin no more, signed in since': async (side) => {
    const userId = await revokedAdmin(side);
    const cookie = await side.users.cookieOf(userId, 1);
    return { asker: { cookie }, actor: { id: userId, role: 'writer' } };
  },
  'the service token': async () => ({
    asker: { authorization: `Bearer ${sampleToken}` },
    actor: { id: 'service', role: 'service' },
  }),
} satisfies Record<string, (side: Side) => Promise<Person>>;
type Who = keyof typeof people;

type Verdict = 'may' | 401 | 403;
const verdicts = (
  visitor: Verdict,
  writer: Verdict,
  admin: Verdict,
  service: Verdict,
): Record<Who, Verdict> => ({
  'a visitor': visitor,
  'the writer': writer,
  'another writer': writer,
  'an admin': admin,
  'an admin no more, with the session from before': visitor,
  'an admin no more, signed in since': writer,
  'the service token': service,
});
const everybody = verdicts('may', 'may', 'may', 'may');
const theSignedIn = verdicts(401, 'may', 'may', 401);
const admins = verdicts(401, 403, 'may', 401);
const adminsAndPrograms = verdicts(401, 403, 'may', 'may');
const programs = verdicts(401, 401, 401, 'may');

type Tried = {
  readonly may: Record<Who, Verdict>;
  /** Of the answer to whoever may. */
  readonly status: number;
  /** Makes what there has to be, too. */
  readonly url?: (side: Side) => string | Promise<string>;
  readonly body?: (side: Side) => object | string | Promise<object>;
  /** In whose name the events are, where not in that of who asks; null: there need not be any. */
  readonly actor?: ((side: Side) => { id: string; role: string }) | null;
};

const ofPerson = (path: string) => (side: Side) => `/api/operations/users/${side.personId}/${path}`;
const personAsActor = ({ personId }: Side) => ({ id: personId, role: 'writer' });
const byEmail = () => ({ email: sampleUser.email });

/** Every route that changes something, as it would succeed for whoever may; one that is missing here fails. */
const routes: Record<string, Tried> = {
  'POST /api/articles': { may: adminsAndPrograms, status: 201, body: () => sampleArticle },
  'PUT /api/articles/:id': {
    may: adminsAndPrograms,
    status: 200,
    url: () => '/api/articles/1',
    body: () => ({ ...sampleArticle, title: 'New' }),
  },
  'DELETE /api/articles/:id': { may: adminsAndPrograms, status: 204, url: () => '/api/articles/1' },
  'POST /api/articles/:id/restore': {
    may: adminsAndPrograms,
    status: 200,
    async url({ remove }) {
      await remove(1);
      return '/api/articles/1/restore';
    },
    body: () => ({ revision: 0 }),
  },
  'POST /api/submissions': { may: theSignedIn, status: 201, body: () => samplePitch },
  'PUT /api/submissions/:id': {
    may: admins,
    status: 200,
    url: async ({ pitched }) => `/api/submissions/${await pitched()}`,
    body: () => ({ ...samplePitch, articleTitle: 'New' }),
  },
  'DELETE /api/submissions/:id': {
    may: admins,
    status: 204,
    url: async ({ pitched }) => `/api/submissions/${await pitched()}`,
  },
  'POST /api/submissions/:id/restore': {
    may: admins,
    status: 200,
    async url({ pitched, deletePitch }) {
      const id = await pitched();
      await deletePitch(id);
      return `/api/submissions/${id}/restore`;
    },
  },
  'POST /api/submissions/:id/publish': {
    may: admins,
    status: 201,
    url: async ({ pitched }) => `/api/submissions/${await pitched()}/publish`,
  },
  'POST /api/operations/submissions/:id/finish-publishing': {
    may: programs,
    status: 204,
    async url({ pitched, publishPitch }) {
      const id = await pitched();
      await publishPitch(id);
      return `/api/operations/submissions/${id}/finish-publishing`;
    },
    actor: null,
  },
  'POST /api/auth/register': {
    may: everybody,
    status: 201,
    body: () => ({ ...sampleUser, email: 'new@example.org' }),
    // It is the new user who acts.
    actor: null,
  },
  'POST /api/auth/login': {
    may: everybody,
    status: 200,
    body: () => ({ email: sampleUser.email, password: sampleUser.password }),
    actor: personAsActor,
  },
  'POST /api/auth/logout': { may: everybody, status: 204, actor: null },
  'POST /api/auth/forgot-password': { may: everybody, status: 200, body: byEmail, actor: () => nobody },
  'POST /api/auth/change-password': {
    may: theSignedIn,
    status: 200,
    body: () => ({ currentPassword: rightPassword, newPassword: 'new secret' }),
  },
  'DELETE /api/me': {
    may: theSignedIn,
    status: 204,
    body: () => ({ password: rightPassword, pieces: 'keep' }),
  },
  'POST /api/newsletter/subscriptions': {
    may: everybody,
    status: 202,
    body: () => ({ email: 'reader@example.org' }),
    actor: null,
  },
  'POST /api/newsletter/confirmation': {
    may: everybody,
    status: 400,
    body: () => ({ token: 'token' }),
    actor: null,
  },
  'POST /api/newsletter/unsubscription': {
    may: everybody,
    status: 400,
    body: () => ({ token: 'token' }),
    actor: null,
  },
  'POST /api/newsletter/unsubscribe': {
    may: everybody,
    status: 400,
    url: () => '/api/newsletter/unsubscribe?token=token',
    body: () => 'List-Unsubscribe=One-Click',
    actor: null,
  },
  'POST /api/operations/users/:userId/temporary-passwords': {
    may: programs,
    status: 200,
    url: ofPerson('temporary-passwords'),
    async body(side) {
      await side.call('POST', '/api/auth/forgot-password', byEmail());
      const requested = (await side.events()).findLast((event) => event.type === 'PasswordResetRequested');
      return { resetId: requested?.data.resetId, temporaryPasswordHash: '0'.repeat(64) };
    },
  },
  'POST /api/operations/users/:userId/finish-forgetting': {
    may: programs,
    status: 204,
    url: ofPerson('finish-forgetting'),
    async body({ users, personId }) {
      await users.forget(personId);
      return { articleIds: [] };
    },
  },
  'POST /api/operations/users/:userId/exports': {
    may: programs,
    status: 204,
    url: ofPerson('exports'),
    body: (side) => ({ actor: personAsActor(side) }),
    actor: personAsActor,
  },
  'POST /api/operations/users/forgetting': {
    may: programs,
    status: 204,
    body: () => ({ ...byEmail(), pieces: 'keep' }),
  },
  'POST /api/operations/administrators/grant': { may: programs, status: 204, body: byEmail },
  'POST /api/operations/administrators/revoke': {
    may: programs,
    status: 204,
    async body({ users, personId }) {
      await users.grantAdmin(personId);
      return byEmail();
    },
  },
};

const told = {
  401: ['not-signed-in', 'Please sign in'],
  403: ['not-allowed', 'Admin privileges are required'],
} as const;

async function ask(side: Side, who: Who, route: string) {
  const tried = routes[route];
  if (!tried) throw new Error(`${route} is not in the table`);
  const [method = '', path = ''] = route.split(' ');
  const { asker, actor } = await people[who](side);
  const url = (await tried.url?.(side)) ?? path;
  const payload = await tried.body?.(side);
  const form = typeof payload === 'string' ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
  const before = side.log.length;
  const answer = await side.call(method as 'POST', url, payload, { ...asker, ...form });
  const expected = tried.actor === undefined ? actor : tried.actor?.(side);
  return { answer, written: side.log.slice(before), expected };
}

const verdictOf = (who: Who, route: string) => routes[route]?.may[who];

describe('every route that changes something', () => {
  it('is in the table', async () => {
    const { app } = await createSide();
    const all = routesOf(app).filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method));
    expect(all.map(({ method, url }) => `${method} ${url}`).sort()).toEqual(Object.keys(routes).sort());
  });

  describe.each(Object.keys(people) as Who[])('requested by %s', (who) => {
    const open = Object.keys(routes).filter((route) => verdictOf(who, route) === 'may');

    it.each(open)('admits: %s', async (route) => {
      const { answer, written, expected } = await ask(await createSide(), who, route);
      const { status } = routes[route] ?? {};
      expect(answer.statusCode).toBe(status);
      if (status === 400) expect(answer.json().code).toBe('invalid-link');
      if (!expected) return;
      expect(written.length).toBeGreaterThan(0);
      for (const { metadata } of written) expect(metadata.actor).toEqual(expected);
    });

    it('rejects every other route, and nothing is written', async () => {
      for (const route of Object.keys(routes)) {
        const verdict = verdictOf(who, route);
        if (verdict === undefined || verdict === 'may') continue;
        const { answer, written } = await ask(await createSide(), who, route);
        const { code, message } = answer.json();
        expect([route, answer.statusCode, code, message]).toEqual([route, verdict, ...told[verdict]]);
        expect(written).toEqual([]);
      }
    });
  });
});

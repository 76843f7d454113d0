import { randomUUID } from 'node:crypto';
import {
  articleStream,
  articleSubject,
  contributorSubject,
  invitationStream,
  newsletterStream,
  subscriberSubject,
  userStream,
  userSubject,
} from '@journal/events';
import { describe, expect, it } from 'vitest';
import {
  codeOf,
  cookieOf,
  createCommandSide,
  sampleArticle,
  sampleUser,
  statusesOf,
} from '../testing/command-side.ts';

async function start() {
  const side = await createCommandSide();
  const registered = await side.register();
  const userId: string = registered.json().id;
  return {
    ...side,
    userId,
    cookie: cookieOf(registered),
    finish: (articleIds: number[] = []) => side.operate(`users/${userId}/finish-forgetting`, { articleIds }),
    confirm: () => side.append(userStream(userId), { type: 'UserEmailConfirmed', data: { userId } }),
    publishAs: (articleId: number, contributorId: string) =>
      side.append(articleStream(articleId), {
        type: 'ArticlePublished',
        data: { ...sampleArticle, articleId, contributorId },
      }),
    /** Resolves with the subject whose key seals the address of a new, confirmed subscription. */
    async subscribe(email: string = sampleUser.email): Promise<string> {
      const stream = newsletterStream(await side.hash('email', email));
      const subscriberId = randomUUID();
      const data = { subscriberId, requestId: 'r', email };
      await side.append(stream, { type: 'SubscriptionRequested', data });
      await side.append(stream, { type: 'SubscriptionConfirmed', data: { subscriberId } });
      return subscriberSubject({ subscriberId });
    },
    /** Resolves with the stream of a new invitation of the address. */
    async invite(): Promise<string> {
      const emailHash = await side.hash('email', sampleUser.email);
      const stream = invitationStream(emailHash);
      const data = {
        invitationId: randomUUID(),
        emailHash,
        email: sampleUser.email,
        role: 'editor',
        expiresAt: '2030-01-01T00:00:00.000Z',
      } as const;
      await side.append(stream, { type: 'InvitationSent', data });
      return stream;
    },
    typesIn: async (stream: string) => (await side.stream(stream)).map(({ type }) => type),
    isErased: async () =>
      !(await side.knows(userSubject({ userId }))) &&
      !(await side.knows(contributorSubject({ contributorId: userId }))),
    forgotten: async () => (await side.events()).filter(({ type }) => type === 'UserForgotten'),
  };
}

describe('erasing one’s own account', () => {
  it('ends sessions and subscription, erases the personal data, and releases address and username', async () => {
    const side = await start();
    await side.confirm();
    const elsewhere = cookieOf(await side.login());
    const [own, other] = [await side.subscribe(), await side.subscribe('other@example.org')];
    const answer = await side.erase(side.cookie, { pieces: 'remove' });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(answer.headers['set-cookie']).toMatch(/^journal=;.*Max-Age=0/);
    expect(answer.headers['journal-position']).toEqual(expect.any(String));
    for (const cookie of [side.cookie, elsewhere])
      expect(codeOf(await side.change(cookie, sampleUser.password))).toBe('not-signed-in');
    expect(codeOf(await side.login())).toBe('wrong-credentials');
    expect([await side.isErased(), await side.knows(own), await side.knows(other)]).toEqual([
      true,
      false,
      true,
    ]);

    const data = { userId: side.userId, pieces: 'remove' };
    const actor = { id: side.userId, role: 'writer' };
    expect(await side.forgotten()).toMatchObject([{ data, metadata: { actor } }]);
    expect(side.types().filter((type) => type === 'ValueReleased')).toHaveLength(2);
    expect(JSON.stringify(await side.events())).not.toMatch(/sample|hash of/i);

    const again = await side.register();
    expect([again.statusCode, again.json().username]).toEqual([201, 'sample.writer']);
    expect(again.json().id).not.toBe(side.userId);
  });

  it('with an unconfirmed address, leaves that address its subscription and its invitation', async () => {
    const side = await start();
    const [subscriber, invited] = [await side.subscribe(), await side.invite()];
    expect((await side.erase(side.cookie)).statusCode).toBe(204);
    expect((await side.finish()).statusCode).toBe(204);
    expect([await side.isErased(), await side.knows(subscriber)]).toEqual([true, true]);
    expect(await side.typesIn(invited)).toEqual(['InvitationSent']);
  });

  it('requires the password and a choice for the pieces', async () => {
    const side = await start();
    const before = side.log.length;
    const wrong = await side.erase(side.cookie, { password: 'wrong secret' });
    expect([wrong.statusCode, codeOf(wrong), side.log.length]).toEqual([400, 'wrong-password', before]);
    for (const change of [{ pieces: 'some' }, { pieces: undefined }, { password: '' }, { userId: 'other' }])
      expect(codeOf(await side.erase(side.cookie, change))).toBe('invalid-request');
  });

  it('takes effect once if requested twice concurrently', async () => {
    const side = await start();
    const statuses = statusesOf(await Promise.all([side.erase(side.cookie), side.erase(side.cookie)]));
    expect(statuses).toContain(204);
    expect(statuses.every((status) => [204, 400, 401].includes(status))).toBe(true);
    expect([(await side.forgotten()).length, await side.isErased()]).toEqual([1, true]);
  });
});

describe('an interrupted erasure', () => {
  it.each([0, 1, 2])(
    'returns 204 if interrupted %i appends after its first, and the worker completes it once',
    async (appends) => {
      const side = await start();
      await side.confirm();
      const subscriber = await side.subscribe();
      side.dieAfter(appends + 1);
      expect((await side.erase(side.cookie)).statusCode).toBe(204);
      side.revive();
      expect([await side.isErased(), codeOf(await side.login())]).toEqual([false, 'wrong-credentials']);
      expect((await side.finish()).statusCode).toBe(204);
      expect([await side.isErased(), await side.knows(subscriber)]).toEqual([true, false]);
      const before = side.log.length;
      expect((await side.finish()).statusCode).toBe(204);
      expect(side.log).toHaveLength(before);
    },
  );

  it('does not affect a new owner of the address when it is completed', async () => {
    const side = await start();
    await side.erase(side.cookie);
    await side.register();
    const subscriber = await side.subscribe();
    await side.finish();
    expect([(await side.login()).statusCode, await side.knows(subscriber)]).toEqual([200, true]);
  });

  it('is completed only for forgotten users', async () => {
    const side = await start();
    const unknown = 'users/00000000-0000-4000-8000-000000000000/finish-forgetting';
    for (const answer of [await side.finish(), await side.operate(unknown, { articleIds: [] })])
      expect(codeOf(answer)).toBe('user-not-found');
    expect((await side.login()).statusCode).toBe(200);
  });
});

describe('the articles of an erased user', () => {
  it('are deleted on request, but not another user’s article in the same list', async () => {
    const side = await start();
    for (const articleId of [1, 2]) await side.publishAs(articleId, side.userId);
    await side.publishAs(3, 'somebody else');
    await side.erase(side.cookie, { pieces: 'remove' });
    for (let time = 0; time < 2; time++) {
      expect((await side.finish([1, 2, 3, 4])).statusCode).toBe(204);
      for (const articleId of [1, 2, 3]) {
        const isKept = articleId === 3;
        const types = isKept ? ['ArticlePublished'] : ['ArticlePublished', 'ArticleDeleted'];
        expect(await side.typesIn(articleStream(articleId))).toEqual(types);
        expect(await side.knows(articleSubject({ articleId }))).toBe(isKept);
      }
    }
  });

  it('are kept on request, without the author’s name', async () => {
    const side = await start();
    await side.publishAs(1, side.userId);
    await side.erase(side.cookie);
    await side.finish([1]);
    const articles = await side.stream(articleStream(1));
    expect(articles).toMatchObject([
      { type: 'ArticlePublished', data: { title: 'Title', authorName: null } },
    ]);
  });
});

it('an interrupted erasure by an operator ends the subscription of the address once it is completed', async () => {
  const side = await start();
  const subscriber = await side.subscribe();
  side.dieAfter(1);
  await side.operate('users/forgetting', { email: sampleUser.email, pieces: 'keep' });
  side.revive();
  expect([(await side.forgotten()).length, await side.knows(subscriber)]).toEqual([1, true]);
  expect((await side.finish()).statusCode).toBe(204);
  expect([await side.isErased(), await side.knows(subscriber)]).toEqual([true, false]);
});

it('an operator erases the user with a given address, once, and ends its subscription', async () => {
  const side = await start();
  const subscriber = await side.subscribe();
  const forget = () => side.operate('users/forgetting', { email: sampleUser.email, pieces: 'keep' });
  expect([(await forget()).statusCode, await side.isErased()]).toEqual([204, true]);
  expect(await side.knows(subscriber)).toBe(false);
  expect(codeOf(await side.change(side.cookie, sampleUser.password))).toBe('not-signed-in');
  expect(codeOf(await forget())).toBe('user-not-found');
  expect((await side.forgotten())[0]?.metadata.actor.role).toBe('service');
});

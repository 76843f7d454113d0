import { randomUUID } from 'node:crypto';
import { AppendUnknown } from '@journal/event-store';
import {
  articleStream,
  contributorSubject,
  newsletterStream,
  subscriberSubject,
  userSubject,
} from '@journal/events';
import { createKeyedHash } from '@journal/vault';
import { describe, expect, it } from 'vitest';
import { codeOf, cookieOf, createAccountSide, sampleArticle, sampleUser } from '../testing/command-side.ts';
import { createJournalLog, type JournalLog } from '../writing/journal-log.ts';
import { randomIds } from '../writing/request-context.ts';

async function createSide() {
  const side = await createAccountSide();
  const answer = await side.register();
  const userId: string = answer.json().id;
  const log = createJournalLog({ store: side.store, vault: side.vault });
  const context = { actor: { id: 'spec', role: 'system' }, requestId: 'spec', ids: randomIds() } as const;
  const append = (stream: string, event: Parameters<JournalLog['append']>[1][0]['event']) =>
    log.append(stream, [{ id: randomUUID(), event }], 'any', context);
  const hasKey = async (subject: string) => (await side.vault.keysForOpening([subject])).size > 0;
  return {
    ...side,
    userId,
    cookie: cookieOf(answer),
    finish: (articleIds: number[] = []) => side.operate(`users/${userId}/finish-forgetting`, { articleIds }),
    async publishAs(articleId: number, contributorId: string) {
      const { authorSchool, ...content } = sampleArticle;
      const data = { ...content, articleId, contributorId, authorSchool };
      await append(articleStream(articleId), { type: 'ArticlePublished', data });
    },
    async subscribe(email: string = sampleUser.email): Promise<string> {
      const stream = newsletterStream(await createKeyedHash(side.vault)('email', email));
      const subscriberId = randomUUID();
      await append(stream, { type: 'SubscriptionRequested', data: { subscriberId, requestId: 'r', email } });
      await append(stream, { type: 'SubscriptionConfirmed', data: { subscriberId } });
      return subscriberId;
    },
    typesOf: async (stream: string) => (await log.read(stream)).map(({ type }) => type),
    hasKey,
    isGone: async () =>
      !(await hasKey(userSubject({ userId }))) &&
      !(await hasKey(contributorSubject({ contributorId: userId }))),
  };
}

describe('DELETE /api/me', () => {
  it('ends session and account for good, and releases address and name', async () => {
    const side = await createSide();
    const elsewhere = cookieOf(await side.login());
    const answer = await side.erase(side.cookie);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(answer.headers['set-cookie']).toMatch(/^journal=;.*Max-Age=0/);
    expect(answer.headers['journal-position']).toEqual(expect.any(String));
    for (const cookie of [side.cookie, elsewhere])
      expect(codeOf(await side.change(cookie, sampleUser.password))).toBe('not-signed-in');
    expect(codeOf(await side.login())).toBe('wrong-credentials');
    expect(await side.isGone()).toBe(true);
    const again = await side.register();
    expect([again.statusCode, again.json().username]).toEqual([201, 'sample.writer']);
    expect(again.json().id).not.toBe(side.userId);
  });

  it('records who left and what becomes of the pieces, and the log stays readable', async () => {
    const side = await createSide();
    await side.erase(side.cookie, { pieces: 'remove' });
    const events = await side.events();
    expect(events.find(({ type }) => type === 'UserForgotten')).toMatchObject({
      data: { userId: side.userId, pieces: 'remove' },
      metadata: { actor: { id: side.userId, role: 'writer' } },
    });
    expect(events.filter(({ type }) => type === 'ValueReleased')).toHaveLength(2);
    expect(JSON.stringify(events)).not.toMatch(/sample|example\.org|\$argon2/i);
  });

  it('needs the password and a choice', async () => {
    const side = await createSide();
    const before = side.log.length;
    const wrong = await side.erase(side.cookie, { password: 'wrong secret' });
    expect([wrong.statusCode, codeOf(wrong), side.log.length]).toEqual([400, 'wrong-password', before]);
    for (const change of [{ pieces: 'some' }, { pieces: undefined }, { password: '' }, { userId: 'other' }])
      expect(codeOf(await side.erase(side.cookie, change))).toBe('invalid-request');
  });

  it('ends the newsletter subscription of the address', async () => {
    const side = await createSide();
    const subscriberId = await side.subscribe();
    const other = await side.subscribe('other@example.org');
    await side.erase(side.cookie);
    expect(await side.hasKey(subscriberSubject({ subscriberId }))).toBe(false);
    expect(await side.hasKey(subscriberSubject({ subscriberId: other }))).toBe(true);
  });

  it('counts once when sent twice at once', async () => {
    const side = await createSide();
    const answers = await Promise.all([side.erase(side.cookie), side.erase(side.cookie)]);
    expect(answers.every(({ statusCode }) => [204, 400, 401].includes(statusCode))).toBe(true);
    expect(answers.map(({ statusCode }) => statusCode)).toContain(204);
    expect((await side.events()).filter(({ type }) => type === 'UserForgotten')).toHaveLength(1);
    expect(await side.isGone()).toBe(true);
  });
});

describe('an interrupted erasure', () => {
  it.each([0, 1, 2])('after %i appends is answered and completed by the worker', async (appends) => {
    const side = await createSide();
    const subscriberId = await side.subscribe();
    let left = appends + 1;
    const breakOff = () => {
      if (left === 0) throw new AppendUnknown('the process died');
      left--;
      side.interrupt(breakOff);
    };
    side.interrupt(breakOff);
    expect((await side.erase(side.cookie)).statusCode).toBe(204);
    expect([await side.isGone(), codeOf(await side.login())]).toEqual([false, 'wrong-credentials']);
    expect((await side.finish()).statusCode).toBe(204);
    expect([await side.isGone(), await side.hasKey(subscriberSubject({ subscriberId }))]).toEqual([
      true,
      false,
    ]);
    const before = side.log.length;
    expect((await side.finish()).statusCode).toBe(204);
    expect(side.log).toHaveLength(before);
  });

  it('does not affect the present owner of the address', async () => {
    const side = await createSide();
    await side.erase(side.cookie);
    await side.register();
    const subscriberId = await side.subscribe();
    await side.finish();
    expect((await side.login()).statusCode).toBe(200);
    expect(await side.hasKey(subscriberSubject({ subscriberId }))).toBe(true);
  });

  it('is completed only for forgotten users', async () => {
    const side = await createSide();
    expect(codeOf(await side.finish())).toBe('user-not-found');
    const url = 'users/00000000-0000-4000-8000-000000000000/finish-forgetting';
    expect(codeOf(await side.operate(url, { articleIds: [] }))).toBe('user-not-found');
    expect((await side.login()).statusCode).toBe(200);
  });
});

describe('the pieces of a user who leaves', () => {
  it('are removed on request: their own among those named, and no other', async () => {
    const side = await createSide();
    for (const articleId of [1, 2]) await side.publishAs(articleId, side.userId);
    await side.publishAs(3, 'somebody else');
    await side.erase(side.cookie, { pieces: 'remove' });
    for (let time = 0; time < 2; time++) {
      expect((await side.finish([1, 2, 3, 4])).statusCode).toBe(204);
      for (const articleId of [1, 2]) {
        expect(await side.typesOf(articleStream(articleId))).toEqual(['ArticlePublished', 'ArticleDeleted']);
        expect(await side.hasKey(`article:${articleId}`)).toBe(false);
      }
      expect(await side.typesOf(articleStream(3))).toEqual(['ArticlePublished']);
      expect(await side.hasKey('article:3')).toBe(true);
    }
  });

  it('stay on request, without a name', async () => {
    const side = await createSide();
    await side.publishAs(1, side.userId);
    await side.erase(side.cookie);
    await side.finish([1]);
    expect(await side.typesOf(articleStream(1))).toEqual(['ArticlePublished']);
    const published = (await side.events()).find(({ type }) => type === 'ArticlePublished');
    expect(published?.data).toMatchObject({ title: 'Title', authorName: null });
  });
});

describe('an operator', () => {
  it('erases the user with an address', async () => {
    const side = await createSide();
    const answer = await side.operate('users/forgetting', { email: sampleUser.email, pieces: 'keep' });
    expect([answer.statusCode, await side.isGone()]).toEqual([204, true]);
    expect(codeOf(await side.change(side.cookie, sampleUser.password))).toBe('not-signed-in');
    const again = await side.operate('users/forgetting', { email: sampleUser.email, pieces: 'keep' });
    expect(codeOf(again)).toBe('user-not-found');
    expect((await side.events()).find(({ type }) => type === 'UserForgotten')?.metadata.actor.role).toBe(
      'service',
    );
  });
});

import { createSubscriptionLinks, guardianSubject, userSubject } from '@journal/events';
import { describe, expect, it } from 'vitest';
import { createMemoryCounter, defaultLimits } from '../http/limits.ts';
import { codeOf, cookieOf, createNewsroom, type Headers, sampleUser } from '../testing/command-side.ts';

const day = 24 * 3_600_000;
const guardian = 'guardian@example.org';

async function start({ consentAge = 16 as number | null, age = 13 } = {}) {
  const side = await createNewsroom(consentAge === null ? {} : { consentAge });
  const { userId, headers } = side.writer;
  await side.happen(userId, 'UserEmailConfirmed');
  const links = createSubscriptionLinks(side.hash);
  const ask = (email = guardian) => side.call('POST', '/api/me/consent', { email }, headers);
  const asked = async () => {
    const events = await side.events();
    const data = events.findLast(({ type }) => type === 'GuardianAsked')?.data as { guardianId: string };
    return { userId, guardianId: data.guardianId };
  };
  const token = async () => links.consentToken(await asked());
  const answer = (answered: string, given: string) =>
    side.call('POST', '/api/consent', { token: given, answer: answered });
  return {
    ...{ ...side, links, ask, asked, token, answer },
    /** Requests consent and gives it through the mailed link; resolves with the link's token. */
    async consented() {
      await ask();
      const given = await token();
      await answer('yes', given);
      return given;
    },
    read: (given: string) => side.operate('consents', { token: given }),
    end: () => side.operate(`consents/${userId}/end-unanswered`, {}),
    own: (id: string, way: string) =>
      side.call('POST', `/api/submissions/mine/${id}/${way}`, undefined, headers),
    followed: (articleId = 1) => side.operate(`articles/${articleId}/follow-consent`, {}),
    id: await side.pitched({ age }),
    isAddressKnown: async () => side.knows(guardianSubject(await asked())),
  };
}

describe('a pitch by a writer below the age of consent', () => {
  it('can be accepted, but is published only after a guardian has consented', async () => {
    const side = await start();
    expect((await side.step(side.id, 'accept', {})).statusCode).toBe(200);
    for (const answered of [undefined, 'no', 'yes']) {
      const refused = await side.publishPitch(side.id);
      expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'consent-missing']);
      expect((await side.ask()).statusCode).toBe(202);
      if (answered) expect((await side.answer(answered, await side.token())).statusCode).toBe(200);
    }
    expect(side.types()).not.toContain('ArticleIdClaimed');
    expect((await side.publishPitch(side.id)).statusCode).toBe(201);
  });

  it('is published by its plan only after a guardian has consented, even past the planned time', async () => {
    const side = await start();
    const publishAt = new Date(side.clock.now.getTime() + day).toISOString();
    expect((await side.step(side.id, 'schedule', { publishAt })).statusCode).toBe(200);
    side.pass(day);
    const carryOut = () => side.operate(`submissions/${side.id}/publish-as-planned`, {});
    expect(codeOf(await carryOut())).toBe('consent-missing');
    await side.consented();
    expect((await carryOut()).statusCode).toBe(204);
    expect(side.types().filter((type) => type === 'ArticlePublished')).toHaveLength(1);
  });

  it('is not published if the age falls below it at the same moment', async () => {
    const side = await start({ age: 17 });
    side.interrupt(() => side.editPitch(side.id, { age: 13 }), 1);
    expect(codeOf(await side.publishPitch(side.id))).toBe('consent-missing');
  });

  it.each([
    { consentAge: 16, age: 16 },
    { consentAge: null, age: 13 },
  ])('needs no consent otherwise: %o', async (given) => {
    const side = await start(given);
    expect((await side.publishPitch(side.id)).statusCode).toBe(201);
  });
});

describe('asking a guardian', () => {
  it('is rejected for the writer’s own address or if that is unconfirmed, after a consent, and if the journal requires none', async () => {
    const side = await start();
    const cookie = cookieOf(await side.register({ email: 'own@example.org' }));
    const ask = (email: string) => side.call('POST', '/api/me/consent', { email }, { cookie });
    const own = await ask(' OWN@example.org ');
    expect([own.statusCode, own.json().errors[0].path]).toEqual([400, 'email']);
    // Somebody else may have registered with this address, and would answer in the guardian's place.
    const unconfirmed = await ask(guardian);
    expect([unconfirmed.statusCode, codeOf(unconfirmed)]).toEqual([409, 'own-email-unconfirmed']);
    expect(side.types()).not.toContain('GuardianAsked');
    await side.consented();
    expect(codeOf(await side.ask())).toBe('consent-given');
    const off = await start({ consentAge: null });
    expect(codeOf(await off.ask())).toBe('consent-not-needed');
    expect(off.types()).not.toContain('GuardianAsked');
  });

  it('seals the address, ends an earlier request and erases its address', async () => {
    const side = await start();
    await side.ask();
    const [first, token] = [await side.asked(), await side.token()];
    await side.ask('other@example.org');
    expect(await side.knows(guardianSubject(first))).toBe(false);
    expect(await side.isAddressKnown()).toBe(true);
    expect(codeOf(await side.answer('yes', token))).toBe('invalid-link');
    expect(JSON.stringify(side.log)).not.toContain('example.org"');
  });
});

describe('a guardian’s link', () => {
  it('returns the writer’s name and the current answer, and can withdraw the consent', async () => {
    const side = await start();
    await side.ask();
    const token = await side.token();
    for (const [answered, state] of [
      [undefined, 'asked'],
      ['yes', 'given'],
      ['no', 'withdrawn'],
    ] as const) {
      if (answered) await side.answer(answered, token);
      const { headers, ...response } = await side.read(token);
      expect(response.json()).toEqual({ fullName: sampleUser.fullName, state });
      expect(headers['cache-control']).toBe('no-store');
    }
    expect(await side.isAddressKnown()).toBe(false);
    expect(codeOf(await side.answer('yes', token))).toBe('invalid-link');
  });

  it.each(['nonsense', 'of another kind', 'of nobody'])('returns invalid-link if it is %s', async (what) => {
    const side = await start();
    await side.ask();
    const { userId, guardianId } = await side.asked();
    const tokens: Record<string, string> = {
      nonsense: 'nonsense',
      'of another kind': await side.links.accountToken({ hash: 'ab'.repeat(32), userId }),
      'of nobody': await side.links.consentToken({ userId: guardianId, guardianId }),
    };
    const token = tokens[what] ?? '';
    const answers = [await side.read(token), await side.answer('yes', token), await side.answer('no', token)];
    expect(answers.map((answer) => [answer.statusCode, codeOf(answer)])).toEqual(
      answers.map(() => [400, 'invalid-link']),
    );
  });

  it('is valid for 14 days, after which the address is erased, and not before', async () => {
    const side = await start();
    await side.ask();
    const token = await side.token();
    side.pass(14 * day);
    expect((await side.end()).statusCode).toBe(204);
    expect(await side.isAddressKnown()).toBe(true);
    side.pass(1);
    expect(codeOf(await side.answer('yes', token))).toBe('invalid-link');
    expect(codeOf(await side.read(token))).toBe('invalid-link');
    for (const _again of [1, 2]) expect((await side.end()).statusCode).toBe(204);
    expect(side.types().filter((type) => type === 'GuardianRequestEnded')).toHaveLength(1);
    expect(await side.isAddressKnown()).toBe(false);
    // The pitch remains, and its writer can ask again.
    expect((await side.editOwnPitch(side.id, { age: 13 })).statusCode).toBe(200);
    await side.consented();
    expect((await side.publishPitch(side.id)).statusCode).toBe(201);
  });

  it.each([
    ['declined', ['no']],
    ['withdrawn', ['yes', 'no']],
  ])('names the writer for 14 days after it was %s, and no longer', async (state, answers) => {
    const side = await start();
    await side.ask();
    const token = await side.token();
    side.pass(10 * day);
    for (const answer of answers) await side.answer(answer, token);
    side.pass(14 * day);
    expect((await side.read(token)).json()).toEqual({ fullName: sampleUser.fullName, state });
    expect((await side.answer('no', token)).statusCode).toBe(200);
    side.pass(1);
    expect(codeOf(await side.read(token))).toBe('invalid-link');
    expect(codeOf(await side.answer('no', token))).toBe('invalid-link');
  });

  it('is void, and its address erased, once the writer is forgotten', async () => {
    const side = await start();
    await side.ask();
    const token = await side.token();
    await side.happen(side.writer.userId, 'UserForgotten');
    await side.vault.forget(userSubject(side.writer));
    expect(await side.isAddressKnown()).toBe(false);
    expect(codeOf(await side.answer('yes', token))).toBe('invalid-link');
  });
});

describe('a withdrawn consent', () => {
  it('hides the published article, which its writer can show again only with a new consent', async () => {
    const side = await start();
    const token = await side.consented();
    await side.publishPitch(side.id);
    await side.answer('no', token);
    for (const _again of [1, 2]) expect((await side.followed()).statusCode).toBe(204);
    expect(side.types().at(-1)).toBe('ArticleHiddenByGuardian');
    for (const asks of [false, true]) {
      if (asks) await side.ask();
      expect(codeOf(await side.own(side.id, 'show'))).toBe('consent-missing');
    }
    await side.answer('yes', await side.token());
    expect((await side.own(side.id, 'show')).statusCode).toBe(204);
    // A worker that checks again finds nothing to do.
    await side.followed();
    expect(side.types().at(-1)).toBe('ArticleShown');
  });

  it('hides an article that is published at the same moment', async () => {
    const side = await start();
    const token = await side.consented();
    // After the consent was checked, before the pitch is closed.
    side.interrupt(() => side.answer('no', token), 1);
    expect((await side.publishPitch(side.id)).statusCode).toBe(201);
    expect(side.types().slice(-4)).toEqual([
      'ConsentWithdrawn',
      'SubmissionPublished',
      'ArticlePublished',
      'ArticleHiddenByGuardian',
    ]);
  });

  it('hides the article once, even if the publishing process died', async () => {
    const side = await start();
    const token = await side.consented();
    side.interrupt(async () => {
      await side.answer('no', token);
      side.dieAfter(2);
    }, 1);
    await side.publishPitch(side.id);
    side.revive();
    await side.finishPublishing(side.id);
    await side.finishPublishing(side.id);
    expect(side.types().filter((type) => type === 'ArticleHiddenByGuardian')).toHaveLength(1);
  });

  it('prevents the writer from showing a hidden article at the same moment', async () => {
    const side = await start();
    const token = await side.consented();
    await side.publishPitch(side.id);
    await side.own(side.id, 'hide');
    side.interrupt(async () => {
      await side.answer('no', token);
      await side.followed();
    });
    expect(codeOf(await side.own(side.id, 'show'))).toBe('consent-missing');
    expect(side.types().at(-1)).toBe('ArticleHiddenByGuardian');
  });

  it('hides an article that its writer shows at the same moment', async () => {
    const side = await start();
    const token = await side.consented();
    await side.publishPitch(side.id);
    await side.own(side.id, 'hide');
    // After the consent was checked.
    side.interrupt(() => side.answer('no', token));
    await side.own(side.id, 'show');
    expect(side.types().slice(-3)).toEqual(['ConsentWithdrawn', 'ArticleShown', 'ArticleHiddenByGuardian']);
  });

  it('does not affect articles that need no consent or were removed', async () => {
    const side = await start();
    const token = await side.consented();
    const older = await side.pitched({ age: 16 });
    await side.publishPitch(side.id);
    await side.own(side.id, 'hide');
    await side.call('POST', '/api/articles/1/remove', undefined, side.admin.headers);
    await side.answer('no', token);
    const before = side.log.length;
    expect((await side.followed()).statusCode).toBe(204);
    await side.publishPitch(older);
    for (const articleId of [2, 99]) await side.followed(articleId);
    expect(side.types(before)).not.toContain('ArticleHiddenByGuardian');
  });
});

it('a writer can ask a guardian three times a day; another request gets 429 and writes nothing', async () => {
  const side = await createNewsroom({ consentAge: 16, counter: createMemoryCounter(defaultLimits) });
  await side.happen(side.writer.userId, 'UserEmailConfirmed');
  const ask = () => side.call('POST', '/api/me/consent', { email: guardian }, side.writer.headers);
  for (const _time of [1, 2, 3]) expect((await ask()).statusCode).toBe(202);
  const before = side.log.length;
  const refused = await ask();
  expect([refused.statusCode, codeOf(refused)]).toEqual([429, 'too-many-requests']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * 3_600);
  expect(side.log).toHaveLength(before);
});

it('an address is asked at most six times a day, across all accounts', async () => {
  const side = await createNewsroom({ consentAge: 16, counter: createMemoryCounter(defaultLimits) });
  const ask = async (account: number) => {
    const registered = await side.register({ email: `child-${account}@example.org` });
    await side.happen(registered.json().id, 'UserEmailConfirmed');
    return side.call('POST', '/api/me/consent', { email: guardian }, { cookie: cookieOf(registered) });
  };
  for (const account of [1, 2, 3, 4, 5, 6]) expect((await ask(account)).statusCode).toBe(202);
  const refused = await ask(7);
  expect([refused.statusCode, codeOf(refused)]).toEqual([429, 'too-many-requests']);
  expect(side.types().filter((type) => type === 'GuardianAsked')).toHaveLength(6);
});

it('requests from accounts with an unconfirmed address do not count towards the six to an address', async () => {
  const side = await createNewsroom({ consentAge: 16, counter: createMemoryCounter(defaultLimits) });
  const ask = (headers: Headers) => side.call('POST', '/api/me/consent', { email: guardian }, headers);
  for (const account of [1, 2, 3]) {
    const cookie = cookieOf(await side.register({ email: `stranger-${account}@example.org` }));
    for (const _time of [1, 2]) expect(codeOf(await ask({ cookie }))).toBe('own-email-unconfirmed');
  }
  await side.happen(side.writer.userId, 'UserEmailConfirmed');
  expect((await ask(side.writer.headers)).statusCode).toBe(202);
});

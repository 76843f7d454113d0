import { createSubscriptionLinks, subscriberSubject } from '@journal/events';
import { createMetrics } from '@journal/service-kit';
import { describe, expect, it } from 'vitest';
import { createMemoryCounter, defaultLimits } from '../http/limits.ts';
import { codeOf, createCommandSide, type Headers, statusesOf } from '../testing/command-side.ts';
import { createJournalLog } from '../writing/journal-log.ts';
import { randomIds } from '../writing/request-context.ts';
import { endSubscription } from './end-subscription.ts';

const email = 'reader@example.org';
const formType = { 'content-type': 'application/x-www-form-urlencoded' };
const all = ['SubscriptionRequested', 'SubscriptionConfirmed', 'SubscriptionEnded'];

async function start(parts: Parameters<typeof createCommandSide>[0] = {}) {
  const side = await createCommandSide(parts);
  const { forget } = side.vault;
  const links = createSubscriptionLinks(side.hash);
  const post = (path: string, payload: object | string, headers?: Headers) =>
    side.call('POST', `/api/newsletter/${path}`, payload, headers);
  return {
    ...side,
    links,
    subscribe: (address: unknown = email, headers?: Headers, section?: 'clash' | 'view') =>
      post('subscriptions', { email: address, ...(section && { section }) }, headers),
    confirm: (token: string) => post('confirmation', { token }),
    unsubscribe: (token: string) => post('unsubscription', { token }),
    oneClick: (token: string, body = 'List-Unsubscribe=One-Click', headers: Headers = {}) =>
      post(`unsubscribe?token=${encodeURIComponent(token)}`, body, { ...formType, ...headers }),
    submit: (path: string, fields: Record<string, string>, headers: Headers = {}) =>
      post(path, new URLSearchParams(fields).toString(), { ...formType, ...headers }),
    /** Resolves with the tokens of the newest mail. */
    async mailed() {
      const { stream, data } = side.log.findLast(({ type }) => type === 'SubscriptionRequested') ?? {};
      const { subscriberId, requestId } = data as { subscriberId: string; requestId: string };
      const about = { hash: String(stream).replace('newsletter-', ''), subscriberId };
      return {
        ...about,
        requestId,
        confirmation: await links.confirmationToken({ ...about, requestId }),
        unsubscription: await links.unsubscribeToken(about),
      };
    },
    /** Same as the erasure of the account with this address. */
    async endForAccount() {
      const context = { actor: { id: 'spec', role: 'system' }, requestId: 'spec', ids: randomIds() } as const;
      const log = createJournalLog({ ...side, metrics: createMetrics('spec') });
      const own = { log, vault: side.vault };
      await endSubscription(own, { emailHash: await side.hash('email', email) }, context);
    },
    isErased: async (about: { subscriberId: string }) => !(await side.knows(subscriberSubject(about))),
    /** The vault can't delete keys while `run` runs. */
    async withoutErasure<Result>(run: () => Promise<Result>): Promise<Result> {
      side.vault.forget = () => Promise.reject(new Error('away'));
      const result = await run();
      side.vault.forget = forget;
      return result;
    },
  };
}

describe('requesting a subscription', () => {
  it('returns the same response after the same time for any address', async () => {
    const side = await start({ wait: async (milliseconds) => void waits.push(milliseconds) });
    const waits: number[] = [];
    const answers = [await side.subscribe(), await side.subscribe()];
    await side.confirm((await side.mailed()).confirmation);
    answers.push(await side.subscribe(), await side.subscribe(' Reader@Example.ORG '));
    await side.unsubscribe((await side.mailed()).unsubscription);
    answers.push(await side.subscribe());
    const seen = answers.map(({ statusCode, body, headers }) => [statusCode, body, Object.keys(headers)]);
    expect(seen).toEqual(Array(5).fill(seen[0]));
    expect([answers[0]?.statusCode, answers[0]?.json(), waits]).toEqual([
      202,
      { message: expect.stringContaining('confirm') },
      Array(5).fill(300),
    ]);
  });

  it('responds only after the delay and once the event is written', async () => {
    const waiting = Promise.withResolvers<void>();
    const side = await start({ wait: () => waiting.promise });
    let isAnswered = false;
    const answer = side.subscribe().then(() => {
      isAnswered = true;
    });
    await expect.poll(() => side.types()).toEqual(['SubscriptionRequested']);
    expect(isAnswered).toBe(false);
    waiting.resolve();
    await answer;
  });

  it('is recorded once for concurrent requests, under the address’s hash, with the address sealed', async () => {
    const side = await start();
    const answers = await Promise.all([side.subscribe(), side.subscribe(), side.subscribe()]);
    expect(statusesOf(answers)).toEqual([202, 202, 202]);
    expect(side.types()).toEqual(['SubscriptionRequested']);
    expect(side.log[0]?.stream).toBe(`newsletter-${await side.hash('email', email)}`);
    expect(JSON.stringify(side.log)).not.toContain('reader');
    expect((await side.events())[0]?.data).toMatchObject({ email });
  });

  it('asks a suppressed subscriber to confirm again, with the usual response', async () => {
    const suppressed: string[] = [];
    const side = await start({ isSuppressed: async (hash) => suppressed.includes(hash) });
    const answers = [await side.subscribe()];
    await side.confirm((await side.mailed()).confirmation);
    answers.push(await side.subscribe());
    suppressed.push(await side.hash('email', email));
    answers.push(await side.subscribe());
    await side.confirm((await side.mailed()).confirmation);
    expect(side.types()).toEqual([
      ...['SubscriptionRequested', 'SubscriptionConfirmed'],
      ...['SubscriptionRequested', 'SubscriptionConfirmed'],
    ]);
    expect(new Set(side.log.map(({ data }) => data.subscriberId)).size).toBe(1);
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(
      Array(3).fill([202, answers[0]?.body]),
    );
  });

  it('may be for one section only, which must be one of the journal’s', async () => {
    const side = await start();
    const post = (body: object) => side.call('POST', '/api/newsletter/subscriptions', body);
    await post({ email: 'other@example.org', section: 'clash' });
    await side.submit('subscriptions', { email, section: 'view' });
    expect((await side.events()).map(({ data }) => 'section' in data && data.section)).toEqual([
      'clash',
      'view',
    ]);
    expect(codeOf(await post({ email, section: 'weather' }))).toBe('invalid-request');
  });

  it('ignores an Idempotency-Key: two addresses become two subscribers', async () => {
    const side = await start();
    for (const address of [email, 'other@example.org'])
      await side.subscribe(address, { 'idempotency-key': 'same' });
    expect(new Set(side.log.map(({ data }) => data.subscriberId)).size).toBe(2);
  });

  it.each(['nobody', 'reader@example.org\nBcc: other@example.org', `${'a'.repeat(300)}@example.org`])(
    'is rejected for %j',
    async (wrong) => {
      const side = await start();
      const answer = await side.subscribe(wrong);
      const errors = [{ path: 'email', message: 'Invalid email address' }];
      expect([answer.statusCode, answer.json().errors, side.log]).toEqual([400, errors, []]);
    },
  );
});

describe('confirming a subscription', () => {
  it('subscribes once, however often the link is used', async () => {
    const side = await start();
    await side.subscribe();
    const { confirmation } = await side.mailed();
    const answers = await Promise.all([side.confirm(confirmation), side.confirm(confirmation)]);
    answers.push(await side.confirm(confirmation));
    expect(statusesOf(answers)).toEqual([200, 200, 200]);
    expect(side.types()).toEqual(all.slice(0, 2));
  });

  it('subscribes to the section in its mail, which a later mail can change', async () => {
    const side = await start();
    const sections = async () =>
      (await side.events()).flatMap(({ type, data }) => (type === 'SubscriptionConfirmed' ? [data] : []));
    await side.subscribe();
    const { confirmation: first, subscriberId } = await side.mailed();
    side.pass(10 * 60_000);
    await side.subscribe(email, {}, 'clash');
    const { confirmation: second } = await side.mailed();
    await side.confirm(first);
    expect(await sections()).toEqual([{ subscriberId, section: null }]);
    const answer = await side.subscribe(email, {}, 'view');
    expect([answer.statusCode, answer.json()]).toEqual([
      202,
      { message: expect.stringContaining('confirm') },
    ]);
    const { confirmation: third } = await side.mailed();
    expect(third).not.toBe(second);
    for (const link of [third, third]) expect((await side.confirm(link)).statusCode).toBe(200);
    expect(await sections()).toEqual([
      { subscriberId, section: null },
      { subscriberId, section: 'view' },
    ]);
  });

  it('is rejected with a link that is wrong, changed, expired, or of an ended subscription', async () => {
    const side = await start();
    await side.subscribe();
    const { confirmation, unsubscription, ...about } = await side.mailed();
    const rejected = async (token: string) => {
      const answer = await side.confirm(token);
      expect([answer.statusCode, codeOf(answer)]).toEqual([400, 'invalid-link']);
    };
    await rejected(unsubscription);
    await rejected(`${confirmation}A`);
    await rejected(confirmation.replace(/.$/, confirmation.endsWith('A') ? 'B' : 'A'));
    await rejected(await side.links.confirmationToken({ ...about, requestId: about.subscriberId }));
    side.pass(7 * 24 * 60 * 60_000);
    await rejected(confirmation);
    await side.unsubscribe(unsubscription);
    await rejected(confirmation);
    expect(side.types()).toEqual(['SubscriptionRequested', 'SubscriptionEnded']);
  });
});

it('two links for different sections can be used in turn at most 60 times an hour', async () => {
  const { change } = defaultLimits;
  const side = await start({ counter: createMemoryCounter({ change }) });
  await side.subscribe();
  const first = (await side.mailed()).confirmation;
  side.pass(3_600_000);
  await side.subscribe(email, {}, 'view');
  const links = [first, (await side.mailed()).confirmation];
  const statuses: number[] = [];
  for (let time = 0; time < 61; time++) statuses.push((await side.confirm(links[time % 2] ?? '')).statusCode);
  expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([60, 429]);
  expect(side.types().filter((type) => type === 'SubscriptionConfirmed')).toHaveLength(60);
});

it('links change nothing on GET, HEAD or OPTIONS', async () => {
  const side = await start();
  await side.subscribe();
  const { confirmation, unsubscription } = await side.mailed();
  for (const path of ['confirmation', 'unsubscription', 'unsubscribe'])
    for (const token of [confirmation, unsubscription])
      for (const method of ['GET', 'HEAD', 'OPTIONS'] as const)
        await side.app.inject({ method, url: `/api/newsletter/${path}?token=${token}` });
  expect(side.types()).toEqual(['SubscriptionRequested']);
});

describe('ending a subscription', () => {
  it('erases the address, which can subscribe again as a new subscriber', async () => {
    const side = await start();
    await side.subscribe();
    const first = await side.mailed();
    await side.confirm(first.confirmation);
    expect((await side.unsubscribe(first.unsubscription)).statusCode).toBe(200);
    expect([await side.isErased(first), (await side.events())[0]?.data]).toMatchObject([
      true,
      { email: null },
    ]);

    await side.subscribe();
    const second = await side.mailed();
    expect(second.subscriberId).not.toBe(first.subscriberId);
    const answers = [await side.confirm(first.confirmation), await side.confirm(second.confirmation)];
    expect(statusesOf(answers)).toEqual([400, 200]);
    expect(codeOf(await side.unsubscribe(first.unsubscription))).toBe('invalid-link');
    expect(side.types()).toEqual([...all, ...all.slice(0, 2)]);
  });

  it('is idempotent, and completes an interrupted erasure', async () => {
    const side = await start();
    await side.subscribe();
    const mailed = await side.mailed();
    const unsubscribe = () => side.unsubscribe(mailed.unsubscription);
    expect((await side.withoutErasure(unsubscribe)).statusCode).toBe(500);
    expect(statusesOf([await unsubscribe(), await unsubscribe()])).toEqual([200, 200]);
    expect(await side.isErased(mailed)).toBe(true);
    expect(side.types()).toEqual(['SubscriptionRequested', 'SubscriptionEnded']);
  });

  it('with the account erases the current and earlier subscriptions of its address, once', async () => {
    const side = await start();
    await side.endForAccount();
    expect(side.log).toEqual([]);
    await side.subscribe();
    const first = await side.mailed();
    await side.withoutErasure(() => side.unsubscribe(first.unsubscription));
    side.pass(10 * 60_000);
    await side.subscribe();
    const second = await side.mailed();
    await side.endForAccount();
    await side.endForAccount();
    expect([await side.isErased(first), await side.isErased(second)]).toEqual([true, true]);
    const twice = ['SubscriptionRequested', 'SubscriptionEnded'];
    expect(side.types()).toEqual([...twice, ...twice]);
  });
});

describe('one-click unsubscribe', () => {
  const multipart =
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';

  it.each([
    ['as RFC 8058 shows it', undefined, {}],
    ['in parts', multipart, { 'content-type': 'multipart/form-data; boundary=x' }],
    ['from anywhere', undefined, { 'sec-fetch-site': 'cross-site', origin: 'https://mail.example' }],
  ])('ends the subscription once if sent %s', async (_what, body, headers) => {
    const side = await start();
    await side.subscribe();
    const { unsubscription } = await side.mailed();
    const click = () => side.oneClick(unsubscription, body, headers);
    expect(statusesOf([await click(), await click()])).toEqual([200, 200]);
    expect(side.types()).toEqual(['SubscriptionRequested', 'SubscriptionEnded']);
  });

  it('is rejected for any other body or a wrong token', async () => {
    const side = await start();
    await side.subscribe();
    const { confirmation, unsubscription } = await side.mailed();
    const answers = [
      await side.oneClick(unsubscription, ''),
      await side.oneClick(unsubscription, 'List-Unsubscribe=Two-Clicks'),
      await side.oneClick(unsubscription, '{"List-Unsubscribe":"One-Click"}', {
        'content-type': 'application/json',
      }),
      await side.oneClick(unsubscription, 'List-Unsubscribe=One-Click'.repeat(1_000)),
    ];
    for (const token of [confirmation, 'x', '']) answers.push(await side.oneClick(token));
    expect(statusesOf(answers)).toEqual([400, 400, 400, 413, 400, 400, 400]);
    expect(side.types()).toEqual(['SubscriptionRequested']);
  });
});

describe('a plain form post', () => {
  it('is redirected to its page with the outcome', async () => {
    const side = await start();
    const answers = [await side.submit('subscriptions', { email: ' Reader@example.org ' })];
    const { confirmation, unsubscription } = await side.mailed();
    answers.push(
      await side.submit('confirmation', { token: confirmation }),
      await side.submit('unsubscription', { token: unsubscription }),
      await side.submit('confirmation', { token: confirmation }),
      await side.submit('subscriptions', { email: 'nobody' }),
      await side.submit('subscriptions', { email, __proto__: 'x', extra: 'y' }),
    );
    expect(new Set(statusesOf(answers))).toEqual(new Set([303]));
    expect(answers.map(({ headers }) => headers.location)).toEqual([
      '/newsletter/subscribe?outcome=done',
      '/newsletter/confirm?outcome=done',
      '/newsletter/unsubscribe?outcome=done',
      '/newsletter/confirm?outcome=invalid-link',
      '/newsletter/subscribe?outcome=invalid-request',
      '/newsletter/subscribe?outcome=invalid-request',
    ]);
    expect(side.types()).toEqual(all);
  });

  it('is rejected from another site, and by a route that accepts only JSON', async () => {
    const side = await start();
    const answer = await side.submit('subscriptions', { email }, { origin: 'https://evil.example' });
    expect([answer.statusCode, codeOf(answer)]).toEqual([403, 'other-origin']);
    const fields = { email, password: 'secret' };
    expect((await side.submit('../auth/login', fields)).statusCode).toBe(415);
    expect(side.log).toEqual([]);
  });
});

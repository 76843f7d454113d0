import { SubjectForgotten, subscriberSubject } from '@journal/events';
import { createKeyedHash } from '@journal/vault';
import { describe, expect, it } from 'vitest';
import { createNewsletterSide } from '../testing/command-side.ts';

const email = 'reader@example.org';
const minute = 60_000;
const later = (side: { clock: { now: Date } }, minutes: number) => {
  side.clock.now = new Date(side.clock.now.getTime() + minutes * minute);
};

describe('entering an address', () => {
  it('is answered alike for any address, and after the same time', async () => {
    const waits: number[] = [];
    const side = await createNewsletterSide({ wait: async (milliseconds) => void waits.push(milliseconds) });
    const answers = [await side.subscribe(email), await side.subscribe(email)];
    await side.confirm((await side.mailed()).confirmation);
    answers.push(await side.subscribe(email), await side.subscribe(' Reader@Example.ORG '));
    await side.unsubscribe((await side.mailed()).unsubscribe);
    answers.push(await side.subscribe(email));
    const seen = answers.map(({ statusCode, body, headers }) => [statusCode, body, Object.keys(headers)]);
    for (const one of seen) expect(one).toEqual(seen[0]);
    expect(answers[0]?.statusCode).toBe(202);
    expect(answers[0]?.json()).toEqual({ message: expect.stringContaining('confirm') });
    expect(waits).toEqual([300, 300, 300, 300, 300]);
  });

  it('is answered neither before that time nor before it is done', async () => {
    const waiting = Promise.withResolvers<void>();
    const side = await createNewsletterSide({ wait: () => waiting.promise });
    let answered = false;
    const asking = side.subscribe(email).then(() => {
      answered = true;
    });
    await expect.poll(() => side.newsletterEvents()).toEqual(['SubscriptionRequested']);
    expect(answered).toBe(false);
    waiting.resolve();
    await asking;
  });

  it('writes once for two at once', async () => {
    const side = await createNewsletterSide();
    const answers = await Promise.all([side.subscribe(email), side.subscribe(email), side.subscribe(email)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202]);
    expect(side.newsletterEvents()).toEqual(['SubscriptionRequested']);
  });

  it('uses the hash of the account’s claim, and seals the address', async () => {
    const side = await createNewsletterSide();
    await side.subscribe(email);
    const hash = await createKeyedHash(side.vault)('email', email);
    expect(side.log.map(({ stream }) => stream)).toEqual([`newsletter-${hash}`]);
    expect(JSON.stringify(side.log)).not.toContain('reader');
    expect((await side.events())[0]?.data).toMatchObject({ email });
  });

  it.each(['nobody', 'reader@example.org\nBcc: other@example.org', `${'a'.repeat(300)}@example.org`])(
    'rejects %j',
    async (wrong) => {
      const side = await createNewsletterSide();
      const answer = await side.subscribe(wrong);
      expect([answer.statusCode, answer.json().errors]).toEqual([
        400,
        [{ path: 'email', message: 'Invalid email address' }],
      ]);
      expect(side.log).toEqual([]);
    },
  );

  it('is limited per address and per network', async () => {
    const side = await createNewsletterSide();
    const from = (index: number) => ({ 'x-forwarded-for': `198.51.100.${index}` });
    const same = [];
    for (let index = 0; index < 11; index++) same.push(await side.subscribe(email, from(index)));
    expect(same.map(({ statusCode }) => statusCode)).toEqual([...Array(10).fill(202), 429]);
    expect(Number(same.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
    const flood = [];
    for (let index = 0; index < 11; index++)
      flood.push(await side.subscribe(`reader${index}@example.org`, from(99)));
    expect(flood.map(({ statusCode }) => statusCode)).toEqual([...Array(10).fill(202), 429]);
    expect(side.newsletterEvents()).toHaveLength(11);
  });

  it('a shared Idempotency-Key does not make two addresses one subscriber', async () => {
    const side = await createNewsletterSide();
    await side.subscribe(email, { 'idempotency-key': 'same' });
    await side.subscribe('other@example.org', { 'idempotency-key': 'same' });
    expect(new Set(side.log.map(({ data }) => data.subscriberId)).size).toBe(2);
  });
});

describe('confirming', () => {
  it('subscribes once, however often the link is used', async () => {
    const side = await createNewsletterSide();
    await side.subscribe(email);
    const { confirmation } = await side.mailed();
    const answers = await Promise.all([side.confirm(confirmation), side.confirm(confirmation)]);
    answers.push(await side.confirm(confirmation));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(side.newsletterEvents()).toEqual(['SubscriptionRequested', 'SubscriptionConfirmed']);
  });

  it('is rejected with a link that is expired, wrong, changed, or of an ended subscription', async () => {
    const side = await createNewsletterSide();
    await side.subscribe(email);
    const { confirmation, unsubscribe, ...about } = await side.mailed();
    const wrong = [
      unsubscribe,
      `${confirmation}A`,
      confirmation.replace(/.$/, confirmation.endsWith('A') ? 'B' : 'A'),
      await side.links.confirmationToken({ ...about, requestId: about.subscriberId }),
    ];
    for (const token of wrong) {
      const answer = await side.confirm(token);
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid-link']);
    }
    later(side, 7 * 24 * 60);
    expect((await side.confirm(confirmation)).json().code).toBe('invalid-link');
    await side.unsubscribe(unsubscribe);
    expect((await side.confirm(confirmation)).json().code).toBe('invalid-link');
    expect(side.newsletterEvents()).toEqual(['SubscriptionRequested', 'SubscriptionEnded']);
  });

  it('changes nothing on GET', async () => {
    const side = await createNewsletterSide();
    await side.subscribe(email);
    const { confirmation, unsubscribe } = await side.mailed();
    for (const [path, token] of [
      ['confirmation', confirmation],
      ['unsubscription', unsubscribe],
      ['unsubscribe', unsubscribe],
    ])
      for (const method of ['GET', 'HEAD', 'OPTIONS'] as const)
        await side.app.inject({ method, url: `/api/newsletter/${path}?token=${token}` });
    expect(side.newsletterEvents()).toEqual(['SubscriptionRequested']);
  });
});

describe('ending', () => {
  it('erases the address, which can subscribe again as somebody new', async () => {
    const side = await createNewsletterSide();
    await side.subscribe(email);
    const first = await side.mailed();
    await side.confirm(first.confirmation);
    expect((await side.unsubscribe(first.unsubscribe)).statusCode).toBe(200);
    await expect(side.vault.keysForSealing([subscriberSubject(first)])).rejects.toThrow(SubjectForgotten);
    expect((await side.events())[0]?.data).toMatchObject({ email: null });

    await side.subscribe(email);
    const second = await side.mailed();
    expect(second.subscriberId).not.toBe(first.subscriberId);
    expect((await side.confirm(first.confirmation)).statusCode).toBe(400);
    expect((await side.confirm(second.confirmation)).statusCode).toBe(200);
    expect((await side.unsubscribe(first.unsubscribe)).json().code).toBe('invalid-link');
    expect(side.newsletterEvents().slice(3)).toEqual(['SubscriptionRequested', 'SubscriptionConfirmed']);
  });

  it('counts once, and completes an interrupted erasure', async () => {
    const side = await createNewsletterSide();
    await side.subscribe(email);
    const { unsubscribe, ...about } = await side.mailed();
    const forget = side.vault.forget;
    side.vault.forget = () => Promise.reject(new Error('away'));
    expect((await side.unsubscribe(unsubscribe)).statusCode).toBe(500);
    side.vault.forget = forget;
    expect((await side.unsubscribe(unsubscribe)).statusCode).toBe(200);
    expect((await side.unsubscribe(unsubscribe)).statusCode).toBe(200);
    await expect(side.vault.keysForSealing([subscriberSubject(about)])).rejects.toThrow(SubjectForgotten);
    expect(side.newsletterEvents()).toEqual(['SubscriptionRequested', 'SubscriptionEnded']);
  });
});

describe('one click in a mail program', () => {
  const multipart = [
    '--x',
    'Content-Disposition: form-data; name="List-Unsubscribe"',
    '',
    'One-Click',
    '--x--',
    '',
  ].join('\r\n');

  it.each([
    ['as RFC 8058 shows it', undefined, {}],
    ['in parts', multipart, { 'content-type': 'multipart/form-data; boundary=x' }],
    ['from anywhere', undefined, { 'sec-fetch-site': 'cross-site', origin: 'https://mail.example' }],
  ])('%s ends the subscription, once', async (_what, body, headers) => {
    const side = await createNewsletterSide();
    await side.subscribe(email);
    const { unsubscribe } = await side.mailed();
    for (let time = 0; time < 2; time++)
      expect((await side.oneClick(unsubscribe, body, headers)).statusCode).toBe(200);
    expect(side.newsletterEvents()).toEqual(['SubscriptionRequested', 'SubscriptionEnded']);
  });

  it.each([
    ['nothing', '', {}],
    ['something else', 'List-Unsubscribe=Two-Clicks', {}],
    ['JSON', '{"List-Unsubscribe":"One-Click"}', { 'content-type': 'application/json' }],
    ['a long text', 'List-Unsubscribe=One-Click'.repeat(1_000), {}],
  ])('with %s is rejected', async (_what, body, headers) => {
    const side = await createNewsletterSide();
    await side.subscribe(email);
    const { unsubscribe } = await side.mailed();
    const { statusCode } = await side.oneClick(unsubscribe, body, headers);
    expect(statusCode).toBeGreaterThanOrEqual(400);
    expect(statusCode).toBeLessThan(500);
    expect(side.newsletterEvents()).toEqual(['SubscriptionRequested']);
  });

  it('with a wrong token is rejected', async () => {
    const side = await createNewsletterSide();
    await side.subscribe(email);
    const { confirmation } = await side.mailed();
    for (const token of [confirmation, 'x', '']) expect((await side.oneClick(token)).statusCode).toBe(400);
  });
});

describe('a form sent without scripts', () => {
  it('is redirected to its page', async () => {
    const side = await createNewsletterSide();
    const results = [await side.submit('/api/newsletter/subscriptions', { email: ' Reader@example.org ' })];
    const { confirmation, unsubscribe } = await side.mailed();
    results.push(
      await side.submit('/api/newsletter/confirmation', { token: confirmation }),
      await side.submit('/api/newsletter/unsubscription', { token: unsubscribe }),
      await side.submit('/api/newsletter/confirmation', { token: confirmation }),
      await side.submit('/api/newsletter/subscriptions', { email: 'nobody' }),
      await side.submit('/api/newsletter/subscriptions', { email, __proto__: 'x', extra: 'y' }),
    );
    expect(results.map(({ statusCode, headers }) => [statusCode, headers.location])).toEqual([
      [303, '/newsletter/subscribe?outcome=done'],
      [303, '/newsletter/confirm?outcome=done'],
      [303, '/newsletter/unsubscribe?outcome=done'],
      [303, '/newsletter/confirm?outcome=invalid-link'],
      [303, '/newsletter/subscribe?outcome=invalid-request'],
      [303, '/newsletter/subscribe?outcome=invalid-request'],
    ]);
    expect(side.newsletterEvents()).toEqual([
      'SubscriptionRequested',
      'SubscriptionConfirmed',
      'SubscriptionEnded',
    ]);
  });

  it('of another site is rejected as such, and writes nothing', async () => {
    const side = await createNewsletterSide();
    const answer = await side.app.inject({
      method: 'POST',
      url: '/api/newsletter/subscriptions',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
      payload: new URLSearchParams({ email }).toString(),
    });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'other-origin']);
    expect(side.log).toEqual([]);
  });

  it('is accepted by no other route', async () => {
    const side = await createNewsletterSide();
    expect((await side.submit('/api/auth/login', { email, password: 'secret' })).statusCode).toBe(415);
  });
});

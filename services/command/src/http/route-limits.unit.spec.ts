import { tooManyGuesses } from '@journal/contracts';
import type { LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  cookieOf,
  createCommandSide,
  createNewsroom,
  type Headers,
  samplePitch,
  sampleUser,
  statusesOf,
  userWith,
} from '../testing/command-side.ts';
import { createMemoryCounter, defaultLimits } from './limits.ts';

type Limit = { readonly times: number };

const unknown = 'nobody@example.org';
const wrong = { password: 'wrong secret' };
const { failedLogin, registration } = defaultLimits;
const [login] = defaultLimits.login;
const [ofNetwork, forgot] = defaultLimits.forgot;
const newsletter = defaultLimits.newsletter[1];
const [pitch] = defaultLimits.pitch;
const [change] = defaultLimits.change;
const [concern] = defaultLimits.concern;
const [ofExports] = defaultLimits.export;
const [, ofAddress] = defaultLimits.registration;
const from = (address: string) => ({ 'x-forwarded-for': address });

async function start() {
  const side = await createCommandSide({ counter: createMemoryCounter(defaultLimits) });
  const cookie = cookieOf(await side.register({}, from('198.51.100.200')));
  const users = new Map<string, Headers>();
  return {
    ...side,
    cookie,
    subscribe: (email: string, headers: Headers) =>
      side.call('POST', '/api/newsletter/subscriptions', { email }, headers),
    /** Sends a pitch as the user with this name. */
    async pitchAs(name: string, headers: Headers) {
      const own = users.get(name) ?? (await userWith(side)).headers;
      users.set(name, own);
      return side.call('POST', '/api/submissions', samplePitch, { ...own, ...headers });
    },
  };
}
type Side = Awaited<ReturnType<typeof start>>;
type Send<Who> = (who: Who, headers: Headers) => Promise<LightMyRequestResponse>;

/** Sends one request more than the limit, each from a different network; the last response has a Retry-After. */
async function flood({ times }: Limit, send: Send<number>) {
  const answers: LightMyRequestResponse[] = [];
  for (let index = 0; index <= times; index++) answers.push(await send(index, from(`203.0.113.${index}`)));
  expect(answers.at(-1)?.headers['retry-after']).toMatch(/^\d+$/);
  return statusesOf(answers);
}
const then429 = ({ times }: Limit, status: number) => [...Array(times).fill(status), 429];

it('an editor gets 429 after too many preview links, across pitches and despite revoking them', async () => {
  const side = await createNewsroom({ counter: createMemoryCounter(defaultLimits) });
  const { times } = defaultLimits.preview[0];
  const ids = await Promise.all([side.pitched(), side.pitched()]);
  const answers: LightMyRequestResponse[] = [];
  for (let made = 0; made <= times; made++) {
    const id = ids[made % 2] ?? '';
    const answer = await side.step(id, 'previews');
    answers.push(answer);
    if (answer.statusCode === 201)
      await side.call(
        'DELETE',
        `/api/submissions/${id}/previews/${answer.json().id}`,
        undefined,
        side.admin.headers,
      );
  }
  expect(statusesOf(answers)).toEqual([...Array(times).fill(201), 429]);
});

it('an editor gets 429 after too many test mailings, even to different addresses', async () => {
  const side = await createNewsroom({ counter: createMemoryCounter(defaultLimits) });
  const post = (path: string, body: object) => side.call('POST', `/api${path}`, body, side.admin.headers);
  await post('/issues', { number: 7, date: '2027-01-31' });
  await post('/issues/7/mailing', {});
  const [{ times }] = defaultLimits.mailingTest;
  const answers: LightMyRequestResponse[] = [];
  for (let sent = 0; sent <= times; sent++)
    answers.push(await post('/mailings/7-1/test', { email: `${sent}@example.org` }));
  expect(statusesOf(answers)).toEqual([...Array(times).fill(200), 429]);
});

describe('a flood against one email address from many networks, in any spelling', () => {
  const spelt = (email: string, index: number) => (index % 2 === 0 ? email : ` ${email.toUpperCase()} `);

  it.each([sampleUser.email, unknown])(
    'of logins as %s gets 429 and is no longer recorded',
    async (email) => {
      const side = await start();
      const send: Send<number> = (index, headers) =>
        side.login({ email: spelt(email, index), ...wrong }, headers);
      expect(await flood(login, send)).toEqual(then429(login, 401));
      expect(side.calls.verify).toBe(login.times);
      expect(side.types().filter((type) => type === 'SignInFailed')).toHaveLength(login.times);
      const right = await side.login({ email }, from('203.0.113.99'));
      expect([right.statusCode, right.headers['set-cookie']]).toEqual([429, undefined]);
      expect((await side.login({ email: 'third@example.org' }, from('203.0.113.99'))).statusCode).toBe(401);
    },
  );

  it.each([
    [sampleUser.email, forgot.times],
    [unknown, 0],
  ])('of password resets for %s gets 429 after %i recorded requests', async (email, requests) => {
    const side = await start();
    const send: Send<number> = (index, headers) => side.forgot(spelt(email, index), headers);
    expect(await flood(forgot, send)).toEqual(then429(forgot, 200));
    expect(side.types().filter((type) => type === 'PasswordResetRequested')).toHaveLength(requests);
  });

  it('of registrations gets 429, even if the account is erased each time', async () => {
    const side = await start();
    const register: Send<number> = async (index, headers) => {
      const answer = await side.register({ email: spelt(unknown, index) }, headers);
      if (answer.statusCode === 201) await side.erase(cookieOf(answer));
      return answer;
    };
    expect(await flood(ofAddress, register)).toEqual(then429(ofAddress, 201));
    expect((await side.register({ email: 'third@example.org' })).statusCode).toBe(201);
  });

  it('of subscriptions gets 429, as do pitches by one user', async () => {
    const side = await start();
    const subscribe: Send<number> = (index, headers) => side.subscribe(spelt(unknown, index), headers);
    expect(await flood(newsletter, subscribe)).toEqual(then429(newsletter, 202));
    expect(await flood(pitch, (_index, headers) => side.pitchAs('one', headers))).toEqual(
      then429(pitch, 201),
    );
  });
});

describe('a flood of changes by one user from many networks', () => {
  it('to a pitch gets 429', async () => {
    const side = await start();
    const { headers: own } = await userWith(side);
    const { id } = (await side.call('POST', '/api/submissions', samplePitch, own)).json();
    const edit: Send<number> = (index, headers) => {
      const pitch = { ...samplePitch, articleTitle: `Title ${index}` };
      return side.call('PUT', `/api/submissions/${id}`, pitch, { ...own, ...headers });
    };
    expect(await flood(change, edit)).toEqual(then429(change, 200));
    expect(side.types().filter((type) => type === 'SubmissionEdited')).toHaveLength(change.times);
  });

  it('of concerns gets 429 after its own limit', async () => {
    const side = await start();
    const { headers: own } = await userWith(side);
    const { id } = (await side.call('POST', '/api/submissions', samplePitch, own)).json();
    const report: Send<number> = (index, headers) =>
      side.call('POST', `/api/submissions/mine/${id}/concerns`, { text: `${index}` }, { ...own, ...headers });
    expect(await flood(concern, report)).toEqual(then429(concern, 204));
  });

  it('to their settings gets 429', async () => {
    const side = await start();
    const { headers: own } = await userWith(side);
    const choose: Send<number> = (index, headers) =>
      side.call('PUT', '/api/me/settings', { showsOtherPieces: index % 2 === 0 }, { ...own, ...headers });
    expect(await flood(change, choose)).toEqual(then429(change, 204));
  });

  it('that hides and shows a piece gets 429 for showing it, never for hiding it', async () => {
    const side = await start();
    const { headers: own } = await userWith(side);
    const { headers: editor } = await userWith(side, 'AdminGranted');
    const { id } = (await side.call('POST', '/api/submissions', samplePitch, own)).json();
    await side.call('POST', `/api/submissions/${id}/publish`, undefined, editor);
    const hide = () => side.call('POST', `/api/submissions/mine/${id}/hide`, undefined, own);
    const show: Send<number> = async (_index, headers) => {
      expect((await hide()).statusCode).toBe(204);
      return side.call('POST', `/api/submissions/mine/${id}/show`, undefined, { ...own, ...headers });
    };
    expect(await flood(change, show)).toEqual(then429(change, 204));
    // It stays hidden, and hiding is never limited.
    expect((await hide()).statusCode).toBe(204);
    expect(side.types().filter((type) => type === 'ArticleHidden')).toHaveLength(change.times + 1);
  });

  it('of account exports gets 429 and is no longer recorded, but the operator can still export', async () => {
    const side = await start();
    const { userId: id } = await userWith(side);
    const exportTo = (actor: object) => side.operate(`users/${id}/exports`, { actor });
    expect(await flood(ofExports, () => exportTo({ id, role: 'writer' }))).toEqual(then429(ofExports, 204));
    expect(side.types().filter((type) => type === 'AccountExported')).toHaveLength(ofExports.times);
    expect((await exportTo({ id: 'service', role: 'service' })).statusCode).toBe(204);
  });

  it('is not limited for an editor', async () => {
    const side = await start();
    const { headers: editor } = await userWith(side, 'AdminGranted');
    const { id } = (await side.call('POST', '/api/submissions', samplePitch, editor)).json();
    const edit = (index: number) =>
      side.call('PUT', `/api/submissions/${id}`, { ...samplePitch, articleTitle: `Title ${index}` }, editor);
    for (let index = 0; index < change.times; index++) await edit(index);
    expect((await edit(change.times)).statusCode).toBe(200);
  });
});

it.each<[string, Limit, number, (side: Side, ...sent: Parameters<Send<string>>) => ReturnType<Send<string>>]>(
  [
    ['failed logins', failedLogin[0], 401, (side, email, headers) => side.login({ email }, headers)],
    ['registrations', registration[0], 201, (side, email, headers) => side.register({ email }, headers)],
    ['forgotten passwords', ofNetwork, 200, (side, email, headers) => side.forgot(email, headers)],
    ['subscriptions', ofNetwork, 202, (side, email, headers) => side.subscribe(email, headers)],
  ],
)(
  'a flood of %s from one network gets 429, for any number of addresses',
  async (_what, limit, status, send) => {
    const side = await start();
    const sendOne = (index: number) => send(side, `writer${index}@example.org`, from('198.51.100.1'));
    expect(await flood(limit, sendOne)).toEqual(then429(limit, status));
    expect((await send(side, 'elsewhere@example.org', from('203.0.113.2'))).statusCode).toBe(status);
  },
);

/** The counter uses the clock, and expires its counts by timers. */
const holdTime = () => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
const pass = (milliseconds: number) => void vi.advanceTimersByTime(milliseconds);
afterEach(() => {
  vi.useRealTimers();
});

describe('a slow guesser with a new network for each guess', () => {
  const home = from('198.51.100.200');
  const minute = 60_000;
  let network = 0;
  const guess = (side: Side, change: object = wrong) => side.login(change, from(`10.0.${network++}.1`));

  /** Sends as many guesses a minute as an account allows, from the next minute on; resolves with their statuses. */
  async function guessFor(minutes: number, send: () => Promise<LightMyRequestResponse>) {
    const answers: LightMyRequestResponse[] = [];
    for (let passed = 0; passed < minutes; passed++) {
      pass(minute);
      for (let index = 0; index < login.times; index++) answers.push(await send());
    }
    return statusesOf(answers);
  }
  const counted = (statuses: readonly number[]) => statuses.filter((status) => status === 401).length;

  beforeEach(holdTime);

  it.each([sampleUser.email, unknown])(
    'gets twenty guesses an hour and fifty a day for %s',
    async (email) => {
      const side = await start();
      const send = () => guess(side, { email, ...wrong });
      expect(counted(await guessFor(5, send))).toBe(20);
      const refused = await send();
      expect([refused.statusCode, side.calls.verify]).toEqual([429, 20]);
      const seconds = Number(refused.headers['retry-after']);
      expect(seconds).toBeGreaterThan(55 * 60 - 1);
      expect(refused.json().message).toBe(tooManyGuesses(seconds));
      expect(side.types().filter((type) => type === 'SignInFailed')).toHaveLength(20);
      let day = 20;
      for (let hours = 1; hours < 5; hours++) {
        pass(60 * minute);
        day += counted(await guessFor(3, send));
      }
      expect(day).toBe(50);
      expect((await send()).json().message).toMatch(/ 20 hours/);
      pass(20 * 60 * minute);
      expect((await send()).statusCode).toBe(401);
    },
  );

  it('does not lock the user out of a known network, or out with a temporary password', async () => {
    const side = await start();
    await guessFor(3, () => guess(side));
    const right = await guess(side, {});
    expect([right.statusCode, right.headers['set-cookie']]).toEqual([429, undefined]);
    expect((await side.login({}, home)).statusCode).toBe(200);
    const { id } = (await side.login({}, home)).json();
    const password = await side.mailedPassword(id);
    expect(
      statusesOf([await guess(side, { password: `${password}0` }), await guess(side, { password })]),
    ).toEqual([429, 200]);
  });

  it('is also limited per network, across accounts', async () => {
    const side = await start();
    await guessFor(2, () => guess(side));
    const fixed = from('203.0.113.1');
    const statuses = await guessFor(1, () => side.login(wrong, fixed));
    expect(statuses).toEqual(Array(10).fill(429));
    expect((await side.login({ email: unknown }, fixed)).statusCode).toBe(429);
    expect((await side.login({ email: unknown }, from('203.0.113.2'))).statusCode).toBe(401);
  });

  it('has a separate count in the account’s known network', async () => {
    const side = await start();
    expect(counted(await guessFor(4, () => side.login(wrong, home)))).toBe(20);
    expect((await side.login({}, home)).statusCode).toBe(429);
    expect((await guess(side, {})).statusCode).toBe(200);
  });
});

it('a network stays known for three weeks after the last sign-in from it, only for that account', async () => {
  holdTime();
  const side = await start();
  const [school, day] = [from('198.51.100.1'), 24 * 60 * 60_000];
  const holdStrangers = async (email: string) => {
    for (let index = 0; index < 20; index++) {
      if (index % 10 === 0) pass(60_000);
      await side.login({ email, ...wrong }, from(`10.1.${index}.1`));
    }
    pass(60_000);
  };
  const other = { email: 'other@example.org' };
  await side.register(other, from('198.51.100.2'));
  await side.login({}, school);
  for (const [days, status] of [
    [20, 200],
    [20, 200],
    [22, 429],
  ] as const) {
    pass(days * day);
    await holdStrangers(sampleUser.email);
    expect((await side.login({}, school)).statusCode).toBe(status);
  }
  await holdStrangers(other.email);
  expect((await side.login(other, school)).statusCode).toBe(429);
});

it('password guesses within a session are limited across routes', async () => {
  const side = await start();
  const guess: Send<number> = (index, headers) =>
    index % 2 === 0
      ? side.change(side.cookie, `guess ${index}`, 'mine now', headers)
      : side.erase(side.cookie, { password: `guess ${index}` }, headers);
  expect(await flood(login, guess)).toEqual(then429(login, 400));
  expect([side.calls.verify, (await side.erase(side.cookie)).statusCode]).toEqual([login.times, 429]);
});

describe('a network with too many failed sign-ins', () => {
  const network = from('198.51.100.1');
  const fail = (side: Side, index: number) => side.login({ email: `${index}@example.org` }, network);

  it('gets 429 even for the right password, without locking the account in other networks', async () => {
    const side = await start();
    for (let index = 0; index < 10; index++) await fail(side, index);
    const right = await side.login({}, network);
    expect([right.statusCode, right.headers['set-cookie']]).toEqual([429, undefined]);
    expect(side.calls.verify).toBe(10);
    expect((await side.login({}, from('203.0.113.2'))).statusCode).toBe(200);
    expect((await side.change(side.cookie, 'a guess', 'mine now', network)).statusCode).toBe(429);
  });

  it('gets no more guesses checked if they arrive concurrently, not even the right one', async () => {
    const side = await start();
    const guesses = Array.from({ length: 30 }, (_, index) => fail(side, index));
    const statuses = statusesOf(await Promise.all([...guesses, side.login({}, network)]));
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(21);
    expect(side.types()).not.toContain('UserSignedIn');
  });

  it('is limited by its failures only, not by successful sign-ins', async () => {
    const side = await start();
    for (let index = 0; index < 9; index++) await fail(side, index);
    const users = Array.from({ length: 40 }, (_, index) => ({ email: `writer${index}@example.org` }));
    for (const user of users) await side.register(user, from('203.0.113.2'));
    const statuses = await Promise.all(
      users.map(async (user) => (await side.login(user, network)).statusCode),
    );
    expect(statuses).toEqual(Array(40).fill(200));
    expect((await fail(side, 9)).statusCode).toBe(401);
    expect((await fail(side, 10)).statusCode).toBe(429);
  });
});

it('a plain form post over the limit is redirected with the time to wait', async () => {
  const side = await start();
  const subscribe = () =>
    side.call('POST', '/api/newsletter/subscriptions', 'email=reader@example.org', {
      'content-type': 'application/x-www-form-urlencoded',
    });
  for (let index = 0; index < newsletter.times; index++) await subscribe();
  const location = '/newsletter/subscribe?outcome=too-many-requests&wait=3600';
  expect((await subscribe()).headers.location).toBe(location);
});

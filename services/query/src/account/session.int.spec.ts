import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createQuerySystem, useQuerySystem } from '../testing/query-system.ts';

let users = 0;
let userId: string;
/** In milliseconds; long enough for two statements on a busy machine. */
const maxWait = 1_000;

const system = useQuerySystem({ maxWait }, async () => {
  await system.tables.commit({ articles: [{ id: 1 }] });
  await system.tables.accounts.moveTo(system.tables.position);
});
beforeEach(async () => {
  userId = `user-${++users}`;
  await system.tables.accounts.put({ userId });
});

const session = (cookie?: string, headers = {}) =>
  system.get('/api/auth/session', { ...headers, ...(cookie === undefined ? {} : { cookie }) });
const cleared = /^journal=;.*Max-Age=0/;

it('the session is the signed-in user, with no-store and without an ETag', async () => {
  const answer = await session(await system.cookieOf({ userId, version: 0 }));
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    id: userId,
    username: userId,
    fullName: `Writer ${userId}`,
    email: `${userId}@example.org`,
    isAdmin: false,
    roles: [],
    createdAt: '2026-01-01T00:00:00.000Z',
  });
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  });
  expect(answer.headers.etag).toBeUndefined();
  expect(answer.headers['set-cookie']).toBeUndefined();
});

it.each([
  [30.5 * 60_000, '31'],
  [-60_000, '0'],
])(
  'a session with a temporary password that expires in %i ms reports %s minutes left in a header',
  async (left, minutes) => {
    const temporaryUntil = Date.now() + left;
    const answer = await session(await system.cookieOf({ userId, version: 0, temporaryUntil }));
    expect(answer.headers['journal-password-minutes']).toBe(minutes);
    expect(Object.keys(answer.json())).toHaveLength(7);
    const other = await session(await system.cookieOf({ userId, version: 0 }));
    expect(other.headers['journal-password-minutes']).toBeUndefined();
  },
);

it.each(['', 'journal=', 'journal=abc', 'journal=abc;def', 'other=1'])(
  'the session is null for a visitor with the cookie %j',
  async (cookie) => {
    const answer = await session(cookie);
    expect([answer.statusCode, answer.body]).toEqual([200, 'null']);
    expect(answer.headers['cache-control']).toBe('no-store');
  },
);

it('a user sees when their address was confirmed, and users with roles are listed by name', async () => {
  const cookie = await system.cookieOf({ userId, version: 0 });
  const status = async () => (await system.get('/api/me/email', { cookie })).json();
  expect(await status()).toEqual({ confirmedAt: null });
  await system.tables.accounts.put({ userId, roles: ['admin'], fullName: 'Zoe' });
  await system.tables.accounts.put({ userId: 'editor', roles: ['admin'], fullName: 'Ada' });
  await system.tables.accounts.happen(userId, 'UserEmailConfirmed', '2026-01-03T00:00:00.000Z');
  expect(await status()).toEqual({ confirmedAt: '2026-01-03T00:00:00.000Z' });
  await system.tables.accounts.put({ userId: 'reviewer', roles: ['editor', 'reviewer'], fullName: 'Mo' });
  const all = (await system.get('/api/newsroom/people', { cookie })).json();
  expect(all).toEqual([
    { id: 'editor', fullName: 'Ada', email: 'editor@example.org', roles: ['admin'] },
    { id: 'reviewer', fullName: 'Mo', email: 'reviewer@example.org', roles: ['editor', 'reviewer'] },
    { id: userId, fullName: 'Zoe', email: `${userId}@example.org`, roles: ['admin'] },
  ]);
});

it.each([
  ['showsOtherPieces', 'OtherPiecesShown', 'OtherPiecesHidden'],
  ['fewerMails', 'FewerMailsChosen', 'AllMailsChosen'],
])('the setting %s is off by default, and follows the user’s choice', async (setting, ...types) => {
  const cookie = await system.cookieOf({ userId, version: 0 });
  const chosen = async () => (await system.get('/api/me/settings', { cookie })).json();
  const before = await chosen();
  const seen = [before[setting]];
  for (const type of types) {
    await system.tables.accounts.happen(userId, type, '2026-01-04T00:00:00.000Z');
    seen.push((await chosen())[setting]);
  }
  expect(seen).toEqual([false, true, false]);
  expect(await chosen()).toEqual(before);
});

it('a session is read even before a command service has created the table of ended sessions', async () => {
  const { pool } = system.tables;
  await pool.query('alter schema session_ends rename to not_made_yet');
  onTestFinished(async () => void (await pool.query('alter schema not_made_yet rename to session_ends')));
  const answer = await session(await system.cookieOf({ userId, version: 0 }));
  expect([answer.statusCode, answer.json().id]).toEqual([200, userId]);
});

describe('an ended session', () => {
  it('is null and clears its cookie if the account has a higher version', async () => {
    await system.tables.accounts.put({ userId, sessionVersion: 1 });
    const answer = await session(await system.cookieOf({ userId, version: 0 }));
    expect([answer.statusCode, answer.body]).toEqual([200, 'null']);
    expect(String(answer.headers['set-cookie'])).toMatch(cleared);
    expect((await session(await system.cookieOf({ userId, version: 1 }))).json().id).toBe(userId);
  });

  it('is null without clearing the cookie for a minute after a password change', async () => {
    await system.tables.accounts.put({ userId, sessionVersion: 1 });
    const ask = async () => session(await system.cookieOf({ userId, version: 0 }));
    await system.tables.accounts.happen(
      userId,
      'PasswordChanged',
      new Date(Date.now() - 61_000).toISOString(),
    );
    expect(String((await ask()).headers['set-cookie'])).toMatch(cleared);
    await system.tables.accounts.happen(userId, 'PasswordChanged', new Date().toISOString());
    const answer = await ask();
    expect([answer.statusCode, answer.body, answer.headers['set-cookie']]).toEqual([200, 'null', undefined]);
  });

  it('is null without clearing the cookie for a minute after another session has replaced it', async () => {
    const id = `${userId}-replaced`;
    const ask = async (secondsAgo: number) => {
      const endedAt = new Date(Date.now() - secondsAgo * 1_000).toISOString();
      const begun = {
        sessionId: id,
        userId,
        version: 0,
        device: null,
        startedAt: '2026-02-01T00:00:00.000Z',
      };
      await system.tables.accounts.begin({ ...begun, endedAt });
      return session(await system.cookieOf({ id, userId, version: 0 }));
    };
    const [past, recent] = [await ask(61), await ask(1)];
    expect([past.body, String(past.headers['set-cookie'])]).toEqual(['null', expect.stringMatching(cleared)]);
    expect([recent.body, recent.headers['set-cookie']]).toEqual(['null', undefined]);
  });

  it.each(['removed', 'its key gone'])(
    'is null and clears its cookie if the user is forgotten (%s)',
    async (how) => {
      if (how === 'removed') await system.tables.accounts.remove(userId);
      else await system.tables.accounts.put({ userId, email: null });
      const answer = await session(await system.cookieOf({ userId, version: 0 }));
      expect([answer.statusCode, answer.body]).toEqual([200, 'null']);
      expect(String(answer.headers['set-cookie'])).toMatch(cleared);
    },
  );
});

describe('a user’s sessions', () => {
  const begin = (id: string, of: string, more: object = {}) =>
    system.tables.accounts.begin({
      ...{ sessionId: id, userId: of, version: 0, device: 'Firefox on Linux', endedAt: null },
      startedAt: `2026-02-0${Number(id.at(-1)) + 1}T00:00:00.000Z`,
      ...more,
    });

  it('are listed newest first, without ended sessions and those of other users', async () => {
    const ids = [0, 1, 2, 3, 4].map((index) => `${userId}-${index}`);
    const [first = '', second = '', ended = '', older = '', others = ''] = ids;
    await begin(first, userId, { device: null });
    await begin(second, userId);
    await begin(ended, userId, { endedAt: '2026-03-01T00:00:00.000Z' });
    await begin(older, userId, { version: -1 });
    await begin(others, 'somebody-else');
    const cookie = await system.cookieOf({ id: first, userId, version: 0 });
    const answer = await system.get('/api/me/sessions', { cookie });
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(answer.json()).toEqual([
      { id: second, device: 'Firefox on Linux', startedAt: '2026-02-02T00:00:00.000Z', isCurrent: false },
      { id: first, device: null, startedAt: '2026-02-01T00:00:00.000Z', isCurrent: true },
    ]);
  });

  it('end individually: an ended session is null and clears its cookie, the others continue', async () => {
    const [one, other] = [`${userId}-1`, `${userId}-2`];
    await begin(one, userId);
    await begin(other, userId);
    const cookies = [
      await system.cookieOf({ id: one, userId, version: 0 }),
      await system.cookieOf({ id: other, userId, version: 0 }),
      await system.cookieOf({ userId, version: 0 }),
    ];
    const signedIn = async () =>
      Promise.all(cookies.map(async (cookie) => (await session(cookie)).body !== 'null'));
    expect(await signedIn()).toEqual([true, true, true]);
    await begin(one, userId, { endedAt: '2026-03-01T00:00:00.000Z' });
    expect(await signedIn()).toEqual([false, true, true]);
    expect(String((await session(cookies[0])).headers['set-cookie'])).toMatch(cleared);
  });
});

describe('while the tables are behind the end of a session', () => {
  it('all sessions of the user return 503, and other users can read', async () => {
    await system.tables.accounts.put({ userId, roles: ['admin'] });
    const cookies = [
      await system.cookieOf({ id: `${userId}-1`, userId, version: 0 }),
      await system.cookieOf({ userId, version: 0 }),
    ];
    const paths = ['/api/auth/session', '/api/me/email', '/api/me/export', '/api/submissions'];
    const requests = paths.flatMap((path) => cookies.map((cookie) => [path, { cookie }] as const));
    const statuses = () =>
      Promise.all(requests.map(async ([path, headers]) => (await system.get(path, headers)).statusCode));
    expect(await statuses()).toEqual(requests.map(() => 200));
    const position = '999999999998';
    await system.tables.accounts.endSession(userId, position);
    expect(await statuses()).toEqual(requests.map(() => 503));
    const other = await system.cookieOf({ userId: 'somebody-else', version: 0 });
    await system.tables.accounts.put({ userId: 'somebody-else' });
    expect((await session(other)).json().id).toBe('somebody-else');
    expect((await system.get('/api/articles/1', { cookie: cookies[0] ?? '' })).statusCode).toBe(200);
  });

  it('the ended session waits for the tables, and is then null', async () => {
    const position = system.tables.nextPosition;
    await system.tables.accounts.endSession(userId, position);
    const waiting = session(await system.cookieOf({ userId, version: 0 }));
    await system.tables.accounts.put({ userId, sessionVersion: 1 });
    await system.tables.accounts.moveTo(position);
    expect((await waiting).body).toBe('null');
    await system.tables.commit({});
  });
});

describe('a session newer than the tables', () => {
  const unknown = 'user-to-be';

  it('waits until the tables reach its position', async () => {
    const position = system.tables.nextPosition;
    const waiting = session(await system.cookieOf({ userId: unknown, version: 0, position }));
    await system.tables.accounts.put({ userId: unknown });
    await system.tables.accounts.moveTo(position);
    expect((await waiting).json()).toMatchObject({ id: unknown });
    await system.tables.commit({});
  });

  it.each(['unknown yet', 'of a version that is not there yet'])(
    'returns 503 and keeps its cookie (%s)',
    async (how) => {
      const cookie = await system.cookieOf(
        how === 'unknown yet'
          ? { userId: 'user-of-tomorrow', version: 0, position: '999999999999' }
          : { userId, version: 1 },
      );
      const answer = await session(cookie);
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable']);
      expect(answer.headers['retry-after']).toBe('1');
      expect(answer.headers['set-cookie']).toBeUndefined();
    },
  );

  it('returns 503 and keeps its cookie before the tables are built', async () => {
    const early = await createQuerySystem({ isBuilt: false, maxWait });
    const answer = await early.get('/api/auth/session', {
      cookie: await early.cookieOf({ userId, version: 0 }),
    });
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([503, undefined]);
    expect((await early.get('/api/auth/session')).body).toBe('null');
    await early.close();
  });
});

it('a read in a session waits for the higher of the session’s position and the one in the header', async () => {
  const [sent, remembered] = [system.tables.position, system.tables.nextPosition];
  const cookie = await system.cookieOf({ userId, version: 0, position: remembered });
  const waiting = system.get('/api/articles/1', { cookie, 'journal-position': sent });
  await system.tables.commit({ articles: [{ id: 1, title: 'Just written' }], topics: ['article:1'] });
  expect((await waiting).json().title).toBe('Just written');
  const next = system.tables.nextPosition;
  const second = system.get('/api/articles/1', { cookie, 'journal-position': next });
  await system.tables.commit({ articles: [{ id: 1, title: 'And again' }], topics: ['article:1'] });
  expect((await second).json().title).toBe('And again');
});

it('a session with a position from another log does not block reads', async () => {
  const cookie = await system.cookieOf({ userId, version: 0, position: 'another-log' });
  const answer = await system.get('/api/articles/1', { cookie });
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache']);
  expect((await session(cookie)).json().id).toBe(userId);
});

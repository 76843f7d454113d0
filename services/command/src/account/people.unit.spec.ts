import { describe, expect, it } from 'vitest';
import {
  codeOf,
  cookieOf,
  createNewsroom,
  sampleArticle,
  sampleUser,
  statusesOf,
  userAs,
} from '../testing/command-side.ts';

type Person = { readonly userId: string; readonly headers: { readonly cookie: string } };

async function start() {
  const side = await createNewsroom();
  const one: Person = side.admin;
  const { id: userId } = (await side.register({ email: 'other@example.org' })).json();
  await side.happen(userId, 'AdminGranted');
  const other: Person = { userId, headers: { cookie: await side.session(userId) } };
  const path = '/api/newsroom/people';
  return {
    ...side,
    one,
    other,
    add: (email: string, { headers }: Person = one) =>
      side.call('POST', path, { email, role: 'admin' }, headers),
    take: (whose: Person, { headers }: Person) =>
      side.call('DELETE', `${path}/${whose.userId}`, { role: 'admin' }, headers),
    isAdmin: async ({ userId }: Person) => {
      const types = (await side.stream(`user-${userId}`)).map(({ type }) => type);
      return types.lastIndexOf('AdminGranted') > types.lastIndexOf('AdminRevoked');
    },
  };
}

describe('an administrator', () => {
  it('makes another user an administrator only if that user’s address is confirmed', async () => {
    const side = await start();
    const cookie = cookieOf(await side.register());
    expect(codeOf(await side.add(sampleUser.email))).toBe('email-unconfirmed');
    expect(codeOf(await side.add('nobody@example.org'))).toBe('user-not-found');
    expect(codeOf(await side.add(sampleUser.email, side.writer))).toBe('not-allowed');
    const { id } = (await side.login()).json();
    await side.happen(id, 'UserEmailConfirmed');
    expect((await side.add(' Sample.Writer@Example.org ')).statusCode).toBe(204);
    expect((await side.events()).at(-1)).toMatchObject({
      type: 'AdminGranted',
      data: { userId: id },
      metadata: { actor: { id: side.one.userId, role: 'admin' } },
    });
    expect((await side.take({ userId: id, headers: { cookie } }, { ...side.one })).statusCode).toBe(204);
  });

  it('revokes another administrator’s rights, which ends their sessions immediately', async () => {
    const side = await start();
    const taken = await side.take(side.other, side.one);
    expect([taken.statusCode, taken.headers['journal-position']]).toEqual([204, await side.store.head()]);
    expect((await side.events()).at(-1)).toMatchObject({
      type: 'AdminRevoked',
      metadata: { actor: { id: side.one.userId, role: 'admin' } },
    });
    expect(codeOf(await side.add(sampleUser.email, side.other))).toBe('not-signed-in');
    expect((await side.take(side.other, side.one)).statusCode).toBe(204);
  });

  it('can’t revoke their own rights or those of an unknown user', async () => {
    const side = await start();
    expect(codeOf(await side.take(side.one, side.one))).toBe('own-rights');
    const nobody = { userId: '00000000-0000-4000-8000-000000000000', headers: side.one.headers };
    expect(codeOf(await side.take(nobody, side.one))).toBe('user-not-found');
    expect(codeOf(await side.take(side.one, side.writer))).toBe('not-allowed');
  });
});

describe('two administrators who revoke each other’s rights at the same time', () => {
  it.each([0, 1, 2, 3])(
    'leave one administrator if the second request runs after %i appends of the first',
    async (after) => {
      const side = await start();
      const answers: { statusCode: number }[] = [];
      side.interrupt(async () => answers.push(await side.take(side.one, side.other)), after);
      answers.push(await side.take(side.other, side.one));
      const left = [await side.isAdmin(side.one), await side.isAdmin(side.other)];
      expect(left.filter(Boolean)).toHaveLength(1);
      expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1);
    },
  );

  it('leave one administrator in each of 20 rounds', async () => {
    for (let round = 0; round < 20; round++) {
      const side = await start();
      const answers = [side.take(side.other, side.one), side.take(side.one, side.other)];
      expect(statusesOf(await Promise.all(answers)).sort()).toEqual([204, 403]);
    }
  });

  it('leave one administrator if the first request was interrupted', async () => {
    const side = await start();
    side.dieAfter(1);
    expect((await side.take(side.other, side.one)).statusCode).toBe(503);
    side.revive();
    expect((await side.take(side.one, side.other)).statusCode).toBe(403);
    expect([await side.isAdmin(side.one), await side.isAdmin(side.other)]).toEqual([true, false]);
  });
});

it('an earlier revocation does not revoke rights that were granted again since', async () => {
  const side = await start();
  await side.take(side.other, side.one);
  await side.happen(side.other.userId, 'AdminGranted');
  const third = { userId: side.writer.userId, headers: side.writer.headers };
  await side.happen(third.userId, 'AdminGranted');
  expect((await side.take(third, side.one)).statusCode).toBe(204);
  expect(await side.isAdmin(side.other)).toBe(true);
});

describe('a role', () => {
  const path = '/api/newsroom/people';

  async function startWith(...types: ('UserEmailConfirmed' | 'AdminGranted')[]) {
    const side = await start();
    const { id: userId } = (await side.register()).json();
    await side.happen(userId, ...types);
    const headers = { cookie: await side.session(userId) };
    return {
      ...side,
      person: { userId, headers },
      give: (role: string, by: Person = side.one, email: string = sampleUser.email) =>
        side.call('POST', path, { email, role }, by.headers),
      take: (role: string, by: Person = side.one) =>
        side.call('DELETE', `${path}/${userId}`, { role }, by.headers),
      publish: () => side.call('POST', '/api/articles', sampleArticle, headers),
    };
  }

  it('is granted to a user with a confirmed address, and returned on sign-in', async () => {
    const side = await startWith('UserEmailConfirmed');
    expect(codeOf(await side.publish())).toBe('not-allowed');
    expect((await side.give('editor')).statusCode).toBe(204);
    expect((await side.give('reviewer')).statusCode).toBe(204);
    expect((await side.events()).at(-1)).toMatchObject({
      type: 'RoleGranted',
      data: { userId: side.person.userId, role: 'reviewer' },
      metadata: { actor: { id: side.one.userId, role: 'admin' } },
    });
    expect((await side.publish()).statusCode).toBe(201);
    expect((await side.events()).at(-1)?.metadata.actor).toEqual({ id: side.person.userId, role: 'editor' });
    expect((await side.login()).json()).toMatchObject({ isAdmin: false, roles: ['editor', 'reviewer'] });
    const before = side.log.length;
    expect((await side.give('editor')).statusCode).toBe(204);
    expect(side.log).toHaveLength(before);
  });

  it('ends the user’s sessions when it is revoked, and its routes return 403 after the next sign-in', async () => {
    const side = await startWith('UserEmailConfirmed');
    await side.give('editor');
    expect((await side.take('reviewer')).statusCode).toBe(204);
    expect((await side.publish()).statusCode).toBe(201);
    expect((await side.take('editor')).statusCode).toBe(204);
    expect(codeOf(await side.publish())).toBe('not-signed-in');
    const cookie = cookieOf(await side.login());
    const refused = await side.call('PUT', '/api/articles/1', sampleArticle, { cookie });
    expect([refused.statusCode, codeOf(refused)]).toEqual([403, 'not-allowed']);
  });

  it('can be granted and revoked only by an administrator, and not for oneself', async () => {
    const side = await startWith('UserEmailConfirmed', 'AdminGranted');
    expect(codeOf(await side.give('editor', side.person))).toBe('own-rights');
    expect(codeOf(await side.take('editor', side.person))).toBe('own-rights');
    const editor = await userAs(side, 'editor');
    for (const by of [editor, side.writer]) {
      expect(codeOf(await side.give('editor', by))).toBe('not-allowed');
      expect(codeOf(await side.take('editor', by))).toBe('not-allowed');
    }
  });

  it('is not granted if the role is unknown, or the account is unconfirmed or unknown', async () => {
    const side = await startWith();
    expect(codeOf(await side.give('editor'))).toBe('email-unconfirmed');
    expect(codeOf(await side.give('editor', side.one, 'nobody@example.org'))).toBe('user-not-found');
    for (const role of ['writer', '', 'Editor'])
      expect(codeOf(await side.give(role))).toBe('invalid-request');
  });

  it('does not prevent its user from erasing their account', async () => {
    const side = await startWith('UserEmailConfirmed');
    await side.give('editor');
    expect((await side.erase(side.person.headers.cookie)).statusCode).toBe(204);
    expect(codeOf(await side.give('editor'))).toBe('user-not-found');
  });
});

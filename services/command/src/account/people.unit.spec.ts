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
  it('adds whoever has confirmed their address, and nobody else', async () => {
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

  it('takes another’s rights, whose sessions are over at once', async () => {
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

  it('can’t take their own rights, nor those of nobody', async () => {
    const side = await start();
    expect(codeOf(await side.take(side.one, side.one))).toBe('own-rights');
    const nobody = { userId: '00000000-0000-4000-8000-000000000000', headers: side.one.headers };
    expect(codeOf(await side.take(nobody, side.one))).toBe('user-not-found');
    expect(codeOf(await side.take(side.one, side.writer))).toBe('not-allowed');
  });
});

describe('of two who take each other’s rights at once one keeps theirs', () => {
  it.each([0, 1, 2, 3])(
    'whatever the other has written when one appends for the %ith time',
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

  it('many times over', async () => {
    for (let round = 0; round < 20; round++) {
      const side = await start();
      const answers = [side.take(side.other, side.one), side.take(side.one, side.other)];
      expect(statusesOf(await Promise.all(answers)).sort()).toEqual([204, 403]);
    }
  });

  it('also where the first of them was interrupted', async () => {
    const side = await start();
    side.dieAfter(1);
    expect((await side.take(side.other, side.one)).statusCode).toBe(503);
    side.revive();
    expect((await side.take(side.one, side.other)).statusCode).toBe(403);
    expect([await side.isAdmin(side.one), await side.isAdmin(side.other)]).toEqual([true, false]);
  });
});

it('rights that were given again since are not taken by an old decision', async () => {
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

  it('is given to who has confirmed their address, and told with the session', async () => {
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

  it('that is taken ends the sessions; signed in again, what needs it is refused', async () => {
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

  it('is neither given nor taken by who is no administrator, nor to and from oneself', async () => {
    const side = await startWith('UserEmailConfirmed', 'AdminGranted');
    expect(codeOf(await side.give('editor', side.person))).toBe('own-rights');
    expect(codeOf(await side.take('editor', side.person))).toBe('own-rights');
    const editor = await userAs(side, 'editor');
    for (const by of [editor, side.writer]) {
      expect(codeOf(await side.give('editor', by))).toBe('not-allowed');
      expect(codeOf(await side.take('editor', by))).toBe('not-allowed');
    }
  });

  it('is refused where it is none, and where the account may be a stranger’s', async () => {
    const side = await startWith();
    expect(codeOf(await side.give('editor'))).toBe('email-unconfirmed');
    expect(codeOf(await side.give('editor', side.one, 'nobody@example.org'))).toBe('user-not-found');
    for (const role of ['writer', '', 'Editor'])
      expect(codeOf(await side.give(role))).toBe('invalid-request');
  });

  it('does not keep anybody from erasing their account', async () => {
    const side = await startWith('UserEmailConfirmed');
    await side.give('editor');
    expect((await side.erase(side.person.headers.cookie)).statusCode).toBe(204);
    expect(codeOf(await side.give('editor'))).toBe('user-not-found');
  });
});

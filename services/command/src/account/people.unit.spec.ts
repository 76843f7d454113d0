import { describe, expect, it } from 'vitest';
import { codeOf, cookieOf, createNewsroom, sampleUser, statusesOf } from '../testing/command-side.ts';

type Person = { readonly userId: string; readonly headers: { readonly cookie: string } };

async function start() {
  const side = await createNewsroom();
  const one: Person = side.admin;
  const { id: userId } = (await side.register({ email: 'other@example.org' })).json();
  await side.happen(userId, 'AdminGranted');
  const other: Person = { userId, headers: { cookie: await side.session(userId) } };
  const path = '/api/newsroom/administrators';
  return {
    ...side,
    one,
    other,
    add: (email: string, { headers }: Person = one) => side.call('POST', path, { email }, headers),
    take: (whose: Person, { headers }: Person) =>
      side.call('DELETE', `${path}/${whose.userId}`, undefined, headers),
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

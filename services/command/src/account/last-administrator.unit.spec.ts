import { describe, expect, it } from 'vitest';
import { codeOf, cookieOf, createCommandSide, statusesOf } from '../testing/command-side.ts';

async function start() {
  const side = await createCommandSide();
  async function administrator(email: string) {
    const registered = await side.register({ email });
    const userId: string = registered.json().id;
    await side.happen(userId, 'AdminGranted');
    return { userId, email, cookie: cookieOf(registered) };
  }
  const [one, other] = [await administrator('one@example.org'), await administrator('other@example.org')];
  type Person = typeof one;
  const path = '/api/newsroom/people';
  return {
    ...side,
    one,
    other,
    ways: {
      erase: ({ cookie }: Person) => side.erase(cookie),
      revoke: ({ email }: Person, change: object = {}) =>
        side.operate('administrators/revoke', { email, ...change }),
      forget: ({ email }: Person, change: object = {}) =>
        side.operate('users/forgetting', { email, pieces: 'keep', ...change }),
      remove: ({ userId }: Person, by: Person) =>
        side.call('DELETE', `${path}/${userId}`, { role: 'admin' }, { cookie: by.cookie }),
    },
    /** How many of the two are administrators. */
    async left() {
      const types = [await side.stream(`user-${one.userId}`), await side.stream(`user-${other.userId}`)];
      return types.filter((events) => events.at(-1)?.type === 'AdminGranted').length;
    },
  };
}

describe('the last administrator', () => {
  it('can’t erase their own account until there is another administrator', async () => {
    const { ways, one, other, left, happen, call, stream } = await start();
    expect((await ways.erase(other)).statusCode).toBe(204);
    const types = (await stream(`user-${other.userId}`)).map(({ type }) => type);
    expect(types.slice(-2)).toEqual(['AdminRevoked', 'UserForgotten']);
    const refused = await ways.erase(one);
    expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'last-administrator']);
    expect(refused.json().message).toContain('Make somebody else an administrator first.');
    expect(await left()).toBe(1);
    const { id } = (
      await call('POST', '/api/auth/register', {
        email: 'new@example.org',
        password: 'a secret',
        fullName: 'N',
      })
    ).json();
    await happen(id, 'AdminGranted');
    expect((await ways.erase(one)).statusCode).toBe(204);
  });

  it.each(['revoke', 'forget'] as const)(
    'is protected from an operator’s %s unless the request sets last to true',
    async (way) => {
      const { ways, one, other, left } = await start();
      expect((await ways[way](other)).statusCode).toBe(204);
      expect(codeOf(await ways[way](one))).toBe('last-administrator');
      expect(await left()).toBe(1);
      expect((await ways[way](one, { last: true })).statusCode).toBe(204);
      expect(await left()).toBe(0);
    },
  );

  it('does not block the erasure of an account that is not an administrator', async () => {
    const { ways, one, other, login } = await start();
    await ways.revoke(other);
    const cookie = cookieOf(await login({ email: other.email }));
    expect((await ways.erase({ ...other, cookie })).statusCode).toBe(204);
    expect((await ways.revoke(one)).statusCode).toBe(409);
  });
});

describe('two administrators removed at the same time', () => {
  const pairs = [
    ['erase', 'erase'],
    ['erase', 'revoke'],
    ['erase', 'remove'],
    ['remove', 'erase'],
    ['revoke', 'forget'],
    ['revoke', 'remove'],
  ] as const;
  type Way = (typeof pairs)[number][number];
  const takes = (
    { ways, one, other }: Awaited<ReturnType<typeof start>>,
    [first, second]: readonly [Way, Way],
  ) =>
    [
      () => (first === 'remove' ? ways.remove(one, other) : ways[first](one)),
      () => (second === 'remove' ? ways.remove(other, one) : ways[second](other)),
    ] as const;

  it.each(pairs)(
    'leave one: the first %s interrupted by the other’s %s after 0 to 3 appends',
    async (...pair) => {
      for (let after = 0; after < 4; after++) {
        const side = await start();
        const [first, second] = takes(side, pair);
        side.interrupt(second, after);
        await first();
        expect(await side.left(), `after ${after} appends`).toBe(1);
      }
    },
  );

  it.each(pairs)('leave one: %s and %s running concurrently', async (...pair) => {
    for (let round = 0; round < 5; round++) {
      const side = await start();
      const answers = await Promise.all(takes(side, pair).map((take) => take()));
      expect(await side.left()).toBe(1);
      expect(statusesOf(answers).filter((status) => status === 204)).toHaveLength(1);
    }
  });
});

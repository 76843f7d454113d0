import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { schemas } from '../database.ts';
import { useQuerySystem } from '../testing/query-system.ts';

const addedAt = '2026-01-02T00:00:00.000Z';
const lastUsedAt = '2026-01-03T00:00:00.000Z';
const [id, userId] = ['5b7a2c1e-0d3f-4e6a-9b8c-7d1e2f3a4b5c', 'ada'];
const system = useQuerySystem({ requiresPasskeys: true }, async () => {
  const { accounts, commit, pool } = system.tables;
  await accounts.put({ userId, roles: ['admin'] });
  await accounts.put({ userId: 'ben' });
  await pool.query(`insert into ${schemas.passkeys}.passkey values ($1, $2, 'My phone', $3, $4)`, [
    ...[id, userId, addedAt, lastUsedAt],
  ]);
  await accounts.moveTo(await commit({ articles: [{ id: 1 }] }));
});

const cookieOf = (by: object = {}, of = userId) => system.cookieOf({ userId: of, version: 0, ...by });
const get = async (path: string, cookie: string) => system.get(path, { cookie });

it('the list of passkeys shows recovery codes left and use in this session', async () => {
  const own = async (by: object, of?: string) =>
    (await get('/api/me/passkeys', await cookieOf(by, of))).json();
  const passkeys = [{ id, name: 'My phone', addedAt, lastUsedAt }];
  expect(await own({})).toEqual({ passkeys, recoveryCodesLeft: 0, isProven: false, isOnTrial: false });
  const { accounts } = system.tables;
  const happened = ['RecoveryCodesIssued', 'RecoveryCodeUsed', 'RecoveryCodesIssued', 'RecoveryCodeUsed'];
  for (const [index, type] of [...happened, 'RecoveryCodeUsed'].entries())
    await accounts.happen(userId, type, addedAt, index + 1);
  expect(await own({ byPasskey: true })).toEqual({
    passkeys,
    recoveryCodesLeft: 8,
    isProven: true,
    isOnTrial: false,
  });
  const none = { passkeys: [], recoveryCodesLeft: 0, isProven: false, isOnTrial: false };
  expect(await own({}, 'ben')).toEqual(none);
});

const days = (count: number) => new Date(Date.now() - count * 24 * 60 * 60_000).toISOString();

it.each([
  ['of the only passkey', [['PasskeyAdded', 6.9]], true],
  ['of the only passkey', [['PasskeyAdded', 7]], false],
  [
    'of the first of several passkeys, although it was removed since',
    [
      ['PasskeyAdded', 8],
      ['PasskeyAdded', 6],
      ['PasskeyRemoved', 1],
    ],
    false,
  ],
  [
    'of the first after all were removed',
    [
      ['PasskeyAdded', 8],
      ['PasskeyRemoved', 7],
      ['PasskeyAdded', 6],
    ],
    true,
  ],
  [
    'of the first after a reset',
    [
      ['PasskeyAdded', 9],
      ['PasskeyAdded', 8],
      ['PasskeysReset', 7],
      ['PasskeyAdded', 6],
    ],
    true,
  ],
] as const)('the password alone removes all passkeys for 7 days %s: %j', async (_of, happened, isOnTrial) => {
  const { accounts, pool } = system.tables;
  const owner = randomUUID();
  await accounts.put({ userId: owner });
  for (const [index, [type, ago]] of happened.entries())
    await accounts.happen(owner, type, days(ago), index + 1);
  await pool.query(`insert into ${schemas.passkeys}.passkey values ($1, $2, 'Phone', $3)`, [
    ...[randomUUID(), owner, days(happened.findLast(([type]) => type === 'PasskeyAdded')?.[1] ?? 0)],
  ]);
  expect((await get('/api/me/passkeys', await cookieOf({}, owner))).json()).toMatchObject({ isOnTrial });
});

it('the export contains the passkeys', async () => {
  const { passkeys } = (await get('/api/me/export', await cookieOf())).json();
  expect(passkeys).toEqual([{ id, name: 'My phone', addedAt, lastUsedAt }]);
});

it('an administrator needs a passkey for the newsroom if passkeys are required; an editor does not', async () => {
  const path = '/api/newsroom/people';
  const withPassword = await get(path, await cookieOf());
  expect([withPassword.statusCode, withPassword.json().code]).toEqual([403, 'passkey-required']);
  expect((await get(path, await cookieOf({ byPasskey: true }))).statusCode).toBe(200);
  expect((await get(path, await cookieOf({}, 'ben'))).json().code).toBe('not-allowed');
  await system.tables.accounts.put({ userId: 'cy', roles: ['editor'] });
  expect((await get('/api/newsroom/desk', await cookieOf({}, 'cy'))).statusCode).toBe(200);
  const toldOf = async (by: object, of?: string) =>
    (await get('/api/auth/session', await cookieOf(by, of))).headers['journal-passkey'];
  expect([await toldOf({}), await toldOf({ byPasskey: true }), await toldOf({}, 'ben')]).toEqual([
    'required',
    undefined,
    undefined,
  ]);
});

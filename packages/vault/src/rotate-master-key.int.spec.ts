import { randomBytes } from 'node:crypto';
import { setImmediate as nextTick } from 'node:timers/promises';
import { useTestDatabase } from '@journal/testing';
import { afterEach, expect, it } from 'vitest';
import { WrongMasterKey } from './master-keys.ts';
import { createPostgresVault } from './postgres-vault.ts';
import { rotateMasterKey } from './rotate-master-key.ts';
import { createVaultRecordCheck, readVault, type VaultRecord } from './vault-copy.ts';

const database = useTestDatabase();
const [older, newer, foreign] = [1, 2, 3].map(() => randomBytes(32).toString('base64')) as [
  string,
  string,
  string,
];
const both = `${newer},${older}`;

const toClose: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of toClose.splice(0)) await each.close();
  await database.pool.query('drop schema if exists vault cascade');
});

async function open(masterKey: string) {
  // Without a lease, every call queries for forgotten subjects.
  const vault = await createPostgresVault({ url: database.url, masterKey, lease: 0 });
  toClose.push(vault);
  return {
    ...vault,
    make: async (subject: string) =>
      (await vault.keysForSealing([subject])).get(subject)?.export().toString('hex'),
    read: async (subject: string) =>
      (await vault.keysForOpening([subject])).get(subject)?.export().toString('hex'),
  };
}
const rotate = (masterKey = both) => rotateMasterKey({ url: database.url, masterKey });

it('processes with both master keys work before and during a rotation, and the new one suffices after it', async () => {
  const before = await open(older);
  const subjects = Array.from({ length: 1_100 }, (_, index) => `article:${index}`);
  const made = await before.keysForSealing(subjects);
  const vault = await open(both);
  // Until the rotation, each process can unwrap the keys that the other creates.
  expect(await vault.make('a')).toBe(await before.read('a'));
  expect(await vault.make('b')).toBe(await before.make('b'));

  let isDone = false;
  const others = await Promise.all([open(`${older}, ${newer}`), open(both)]);
  const working = others.map(async (other, worker) => {
    for (let round = 0; !isDone || round < 20; round++) {
      const subject = `contributor:${worker}-${round}`;
      expect(await other.make(subject)).toBe(await vault.read(subject));
      expect(await other.read('article:1099')).toBe(made.get('article:1099')?.export().toString('hex'));
      if (round % 3 === 0) await other.forget(subject);
      await nextTick();
    }
  });
  const rewrapped = await rotate();
  isDone = true;
  await Promise.all(working);
  expect(rewrapped).toBeGreaterThanOrEqual(1_102);
  expect(await rotate()).toBe(0);

  const after = await open(newer);
  const opened = await after.keysForOpening(subjects);
  for (const [subject, key] of made) expect(opened.get(subject)?.equals(key)).toBe(true);
  const { rows } = await database.pool.query('select subject from vault.keys');
  expect((await after.keysForOpening(rows.map(({ subject }) => subject))).size).toBe(rows.length);
  // Nobody forgotten during the rotation came back.
  expect(await after.read('contributor:0-0')).toBeUndefined();
});

it('a process with only the old master key is rejected after the rotation, and cannot create keys', async () => {
  const left = await open(older);
  await (await open(both)).make('a');
  await expect(left.check()).resolves.toBeUndefined();
  await rotate();
  for (const failing of [() => left.make('b'), () => left.read('a'), () => left.check()])
    await expect(failing()).rejects.toThrow(WrongMasterKey);
  await expect(open(older)).rejects.toThrow(WrongMasterKey);
  const { rows } = await database.pool.query('select subject from vault.keys');
  expect(rows).toEqual([{ subject: 'a' }]);
  // Creates a key like a process of the previous version.
  await expect(database.pool.query(`select vault.make_keys('{b}', '{x}')`)).rejects.toThrow(
    'another master key',
  );
});

it('a failed rotation leaves keys usable with both master keys, and the next one completes it', async () => {
  const vault = await open(both.split(',').toReversed().join());
  const keys = new Map<string, string | undefined>();
  for (const subject of ['a', 'b', 'c']) keys.set(subject, await vault.make(subject));
  const spoilt = await database.pool.query(`select wrapped from vault.keys where subject = 'b'`);
  await database.pool.query(
    `update vault.keys set wrapped = set_byte(wrapped, 20, 255 - get_byte(wrapped, 20)) where subject = 'b'`,
  );
  await expect(rotate()).rejects.toThrow('MASTER_KEY cannot unwrap the key of b');
  expect(await vault.make('d')).toBe(await vault.read('d'));
  expect(await vault.read('a')).toBe(keys.get('a'));

  await database.pool.query(`update vault.keys set wrapped = $1 where subject = 'b'`, [
    spoilt.rows[0].wrapped,
  ]);
  // A copy of the vault made meanwhile needs both master keys, and a restore must know that before it begins.
  const copied: VaultRecord[] = [];
  for await (const page of readVault(database.url)) copied.push(...page);
  expect(() => copied.forEach(createVaultRecordCheck(both))).not.toThrow();
  for (const one of [newer, older])
    expect(() => copied.forEach(createVaultRecordCheck(one))).toThrow(WrongMasterKey);
  expect(await rotate()).toBe(3);
  const after = await open(newer);
  for (const [subject, key] of keys) expect(await after.read(subject)).toBe(key);
});

it('a rotation changes nothing with a foreign master key, and rejects if there is no vault', async () => {
  await expect(rotate()).rejects.toThrow('vault.master_key_check');
  const vault = await open(older);
  const key = await vault.make('a');
  await expect(rotate(`${newer},${foreign}`)).rejects.toThrow(WrongMasterKey);
  expect(await vault.make('b')).toBe(await vault.read('b'));
  expect(await vault.read('a')).toBe(key);
});

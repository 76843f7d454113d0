import { randomBytes } from 'node:crypto';
import { SubjectForgotten, type Vault } from '@journal/events';
import { createTestDatabase, openGate, type TestDatabase, until } from '@journal/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { describeVault } from './contract/vault.contract.ts';
import { WrongMasterKey } from './key-wrapping.ts';
import { createPostgresVault, type PostgresVaultOptions } from './postgres-vault.ts';

const masterKey = randomBytes(32).toString('base64');
let database: TestDatabase;
let sql: pg.Pool;
const open: Vault[] = [];
let subjects = 0;

async function openVault(more: Partial<PostgresVaultOptions> = {}) {
  const vault = await createPostgresVault({ url: database.url, masterKey, ...more });
  open.push(vault);
  return vault;
}
const newSubject = () => `contributor:${++subjects}`;
const knows = async (vault: Vault, subject: string) => (await vault.keysForOpening([subject])).has(subject);

/** Until the process keeps keys: a key that was taken out of the table behind everybody's back is still given. */
async function untilCaching(vault: Vault) {
  await until(async () => {
    const probe = newSubject();
    await vault.keysForSealing([probe]);
    await sql.query('delete from vault.keys where subject = $1', [probe]);
    expect(await knows(vault, probe)).toBe(true);
  });
}
/** When the last question began that was answered with the key; asks until it is gone or nobody answers. */
async function lastUse(vault: Vault, subject: string): Promise<number> {
  const silence = () => new Promise<undefined>((resolve) => setTimeout(resolve, 50, undefined));
  for (let last = Number.NEGATIVE_INFINITY; ; ) {
    const beganAt = performance.now();
    if (!(await Promise.race([knows(vault, subject), silence()]))) return last;
    last = beganAt;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** A lease that proves nothing, so that what a spec sees is the notification or the listener. */
const anHour = 3_600_000;
const endListener = (name: string) =>
  sql.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
    `${name} listener`,
  ]);

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  sql = new pg.Pool({ connectionString: database.url, max: 2 });
  sql.on('error', () => {});
});
afterAll(async () => {
  await Promise.all(open.map((vault) => vault.close()));
  await sql.end();
  await database.drop();
});

describeVault('postgres', () => openVault());

describe('two processes on one vault', () => {
  it('see each other’s keys and agree on those they make at once', async () => {
    const [one, other] = [await openVault(), await openVault()];
    const wanted = Array.from({ length: 50 }, newSubject);
    const answers = await Promise.all([
      one.keysForSealing(wanted),
      other.keysForSealing(wanted.toReversed()),
      one.keysForSealing(wanted.slice(25)),
    ]);
    for (const subject of wanted.slice(25))
      expect(new Set(answers.map((keys) => keys.get(subject)?.export().toString('hex'))).size).toBe(1);
    const [subject = ''] = wanted;
    expect((await other.keysForOpening([subject])).get(subject)?.export()).toEqual(
      answers[0].get(subject)?.export(),
    );
  });

  it('one forgets, the other’s memory loses the key at once by the notification', async () => {
    const [one, other] = [await openVault(), await openVault({ lease: anHour })];
    await untilCaching(other);
    const subject = newSubject();
    await other.keysForSealing([subject]);
    await one.forget(subject);
    expect(await knows(one, subject)).toBe(false);
    await until(async () => expect(await knows(other, subject)).toBe(false));
    await expect(other.keysForSealing([subject])).rejects.toThrow(SubjectForgotten);
  });

  it('a lost notification keeps a key for no more than a second', async () => {
    const other = await openVault();
    await untilCaching(other);
    const subject = newSubject();
    await other.keysForSealing([subject]);
    await sql.query(`begin; insert into vault.forgotten (subject) values ('${subject}');
      delete from vault.keys where subject = '${subject}'; commit`);
    const forgottenAt = performance.now();
    expect((await lastUse(other, subject)) - forgottenAt).toBeLessThan(1_000);
  });

  it('a lost listener ends every key in memory, and none is kept until it is back', async () => {
    const name = 'vault with a lost listener';
    const [one, other] = [await openVault(), await openVault({ applicationName: name, lease: anHour })];
    await untilCaching(other);
    const subject = newSubject();
    await other.keysForSealing([subject]);
    await endListener(name);
    await one.forget(subject);
    const forgottenAt = performance.now();
    expect((await lastUse(other, subject)) - forgottenAt).toBeLessThan(1_000);
    await untilCaching(other);
    expect(await knows(other, subject)).toBe(false);
  });

  it('never makes a key for somebody who is being forgotten at that moment', async () => {
    const [one, other] = [await openVault(), await openVault()];
    for (let round = 0; round < 30; round++) {
      const subject = newSubject();
      const outcomes = await Promise.allSettled([
        one.keysForSealing([subject]),
        other.forget(subject),
        other.keysForSealing([subject]),
      ]);
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(SubjectForgotten);
      const { rows } = await sql.query('select from vault.keys where subject = $1', [subject]);
      expect(rows).toHaveLength(0);
    }
  });
});

describe('a postgres vault', () => {
  it('finds its keys again with the same master key, and shows none of them in the table', async () => {
    const subject = newSubject();
    const before = await openVault();
    const key = (await before.keysForSealing([subject])).get(subject)?.export();
    const after = await openVault();
    expect((await after.keysForOpening([subject])).get(subject)?.export()).toEqual(key);
    const { rows } = await sql.query('select wrapped from vault.keys where subject = $1', [subject]);
    expect(rows[0].wrapped.includes(key)).toBe(false);
  });

  it('refuses another master key at the start', async () => {
    await openVault();
    const wrong = createPostgresVault({ url: database.url, masterKey: randomBytes(32).toString('base64') });
    await expect(wrong).rejects.toThrow(WrongMasterKey);
    await expect(wrong).rejects.toThrow('MASTER_KEY');
  });

  it('refuses a key that was moved to another subject', async () => {
    const vault = await openVault();
    const [one, other] = [newSubject(), newSubject()];
    await vault.keysForSealing([one]);
    await sql.query('insert into vault.keys select $2, wrapped from vault.keys where subject = $1', [
      one,
      other,
    ]);
    await expect(vault.keysForOpening([other])).rejects.toThrow(WrongMasterKey);
  });

  it.each(['', 'a name', 'x'.repeat(201), 'contributor:Åsa', "contributor:'"])(
    'takes only ids for subjects, not %j',
    async (subject) => {
      const vault = await openVault();
      await expect(vault.keysForSealing([subject])).rejects.toThrow('subject');
      await expect(vault.forget(subject)).rejects.toThrow('subject');
    },
  );

  it('refuses an address that can never be right', async () => {
    const wrong = new URL(database.url);
    wrong.pathname = '/no_such_database';
    await expect(createPostgresVault({ url: wrong.href, masterKey })).rejects.toThrow('no_such_database');
  });

  it('opens while the server is away, says so, and comes back by itself', async () => {
    const server = new URL(database.url);
    const gate = await openGate(Number(server.port));
    server.port = String(gate.port);
    gate.shut();
    const vault = await createPostgresVault({ url: server.href, masterKey });
    open.push(vault);
    const subject = newSubject();
    await expect(vault.check()).rejects.toThrow();
    await expect(vault.keysForSealing([subject])).rejects.toThrow();
    gate.open();
    await expect(vault.check()).resolves.toBeUndefined();
    expect((await vault.keysForSealing([subject])).size).toBe(1);
    await untilCaching(vault);
    gate.shut();
    await until(async () => expect(await vault.keysForOpening([subject]).catch(() => 'away')).toBe('away'));
    gate.open();
    await until(async () => expect(await knows(vault, subject)).toBe(true));
    await vault.close();
    await gate.close();
  });

  it('a connection that is silent without being closed keeps a key for no more than a second', async () => {
    const server = new URL(database.url);
    const gate = await openGate(Number(server.port));
    server.port = String(gate.port);
    const vault = await createPostgresVault({ url: server.href, masterKey });
    open.push(vault);
    await untilCaching(vault);
    const subject = newSubject();
    await vault.keysForSealing([subject]);
    gate.hold();
    const heldAt = performance.now();
    expect((await lastUse(vault, subject)) - heldAt).toBeLessThan(1_000);
    gate.open();
    await vault.close();
    await gate.close();
  });
});

import { hkdfSync, randomBytes } from 'node:crypto';
import { SubjectForgotten, type Vault } from '@journal/events';
import { createTestDatabase, openGate, type TestDatabase, until } from '@journal/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { describeVault } from './contract/vault.contract.ts';
import { createIdempotencyKey } from './keyed-hash.ts';
import { WrongMasterKey } from './master-keys.ts';
import { createPostgresVault, type PostgresVaultOptions } from './postgres-vault.ts';

const masterKey = randomBytes(32).toString('base64');
let database: TestDatabase;
let sql: pg.Pool;
const toClose: { close(): Promise<void> }[] = [];
let subjects = 0;

async function openVault(options: Partial<PostgresVaultOptions> = {}) {
  const vault = await createPostgresVault({ url: database.url, masterKey, ...options });
  toClose.push(vault);
  return vault;
}
/** Returns the URL of the database behind a gate that can be shut. */
async function gatedUrl() {
  const url = new URL(database.url);
  const gate = await openGate(Number(url.port));
  toClose.unshift(gate);
  url.port = String(gate.port);
  return { gate, url: url.href };
}
const newSubject = () => `contributor:${++subjects}`;
const knows = async (vault: Vault, subject: string) => (await vault.keysForOpening([subject])).has(subject);
const keyOf = async (vault: Vault, subject: string) =>
  (await vault.keysForOpening([subject])).get(subject)?.export();

/** Resolves once the process caches keys: it still returns a key whose row was deleted without a notification. */
async function untilCaching(vault: Vault) {
  await until(async () => {
    const probe = newSubject();
    await vault.keysForSealing([probe]);
    await sql.query('delete from vault.keys where subject = $1', [probe]);
    expect(await knows(vault, probe)).toBe(true);
  });
}
/**
 * Queries until the key is gone or there is no answer. Resolves with the milliseconds from `since` to the start of the
 * last query that returned the key.
 */
async function lastUse(vault: Vault, subject: string, since: number): Promise<number> {
  const silence = () => new Promise<undefined>((resolve) => setTimeout(resolve, 50, undefined));
  for (let last = Number.NEGATIVE_INFINITY; ; ) {
    const beganAt = performance.now();
    if (!(await Promise.race([knows(vault, subject), silence()]))) return last - since;
    last = beganAt;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
/** A lease too long to matter, so that specs observe only the notification or the listener. */
const anHour = 3_600_000;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  sql = new pg.Pool({ connectionString: database.url, max: 2 });
  sql.on('error', () => {});
});
afterAll(async () => {
  for (const each of toClose.toReversed()) await each.close();
  await sql.end();
  await database.drop();
});

describeVault('postgres', () => openVault());

describe('two processes on one vault', () => {
  it('see each other’s keys, and agree on those that they create concurrently', async () => {
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
    expect(await keyOf(other, subject)).toEqual(answers[0].get(subject)?.export());
  });

  it('drop a forgotten key when notified, even if the lease has not expired', async () => {
    const [one, other] = [await openVault(), await openVault({ lease: anHour })];
    await untilCaching(other);
    const subject = newSubject();
    await other.keysForSealing([subject]);
    await one.forget(subject);
    expect(await knows(one, subject)).toBe(false);
    await until(async () => expect(await knows(other, subject)).toBe(false));
    await expect(other.keysForSealing([subject])).rejects.toThrow(SubjectForgotten);
  });

  it('use a forgotten key for less than 1 s if the notification was lost', async () => {
    const other = await openVault();
    await untilCaching(other);
    const subject = newSubject();
    await other.keysForSealing([subject]);
    await sql.query(`begin; insert into vault.forgotten (subject) values ('${subject}');
      delete from vault.keys where subject = '${subject}'; commit`);
    expect(await lastUse(other, subject, performance.now())).toBeLessThan(1_000);
  });

  it('drop all cached keys within 1 s of losing the listener, and cache again once it is back', async () => {
    const name = 'vault with a lost listener';
    const [one, other] = [await openVault(), await openVault({ applicationName: name, lease: anHour })];
    await untilCaching(other);
    const subject = newSubject();
    await other.keysForSealing([subject]);
    await sql.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
      `${name} listener`,
    ]);
    await one.forget(subject);
    expect(await lastUse(other, subject, performance.now())).toBeLessThan(1_000);
    await untilCaching(other);
    expect(await knows(other, subject)).toBe(false);
  });

  it('never create a key for a subject that is being forgotten', async () => {
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
  it('reopens its keys with the same master key, and stores them wrapped and bound to their subjects', async () => {
    const [subject, other] = [newSubject(), newSubject()];
    const key = (await (await openVault()).keysForSealing([subject])).get(subject)?.export();
    const reopened = await openVault();
    expect(await keyOf(reopened, subject)).toEqual(key);
    const { rows } = await sql.query('select wrapped from vault.keys where subject = $1', [subject]);
    expect(rows[0].wrapped.includes(key)).toBe(false);
    await sql.query('insert into vault.keys values ($1, $2)', [other, rows[0].wrapped]);
    await expect(reopened.keysForOpening([other])).rejects.toThrow(WrongMasterKey);
  });

  it('initially derives the key for idempotency keys from the master key, like earlier versions', async () => {
    const info = 'journal idempotency keys, version 1';
    const derived = hkdfSync('sha256', Buffer.from(masterKey, 'base64'), '', info, 32);
    const key = await createIdempotencyKey(await openVault())();
    expect(key.export()).toEqual(Buffer.from(derived));
  });

  it('rejects a different master key, and an unknown database, when opened', async () => {
    const wrong = createPostgresVault({ url: database.url, masterKey: randomBytes(32).toString('base64') });
    await expect(wrong).rejects.toThrow(WrongMasterKey);
    await expect(wrong).rejects.toThrow('MASTER_KEY');
    const url = new URL(database.url);
    url.pathname = '/no_such_database';
    await expect(createPostgresVault({ url: url.href, masterKey })).rejects.toThrow('no_such_database');
  });

  it('accepts only ids as subjects', async () => {
    const vault = await openVault();
    for (const subject of ['', 'a name', 'x'.repeat(201), 'contributor:Åsa', "contributor:'"]) {
      await expect(vault.keysForSealing([subject]), subject).rejects.toThrow('subject');
      await expect(vault.forget(subject), subject).rejects.toThrow('subject');
    }
  });

  it('opens while the server is unreachable, reports it, and reconnects automatically', async () => {
    const { gate, url } = await gatedUrl();
    gate.shut();
    const vault = await openVault({ url });
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
  });

  it('creates the keys of 30 concurrent calls in at most two commits', async () => {
    const vault = await openVault();
    const wanted = Array.from({ length: 30 }, newSubject);
    const found = await Promise.all(wanted.map((subject) => vault.keysForSealing([subject])));
    expect(found.map((keys) => [...keys.keys()])).toEqual(wanted.map((subject) => [subject]));
    const { rows } = await sql.query('select distinct created_at from vault.keys where subject = any ($1)', [
      wanted,
    ]);
    expect(rows.length).toBeLessThanOrEqual(2);
  });

  it('rejects only the call for a key that can’t be unwrapped, and not concurrent ones', async () => {
    const wanted = Array.from({ length: 5 }, newSubject);
    await (await openVault()).keysForSealing(wanted);
    const [, , spoilt] = wanted;
    await sql.query(
      'update vault.keys set wrapped = set_byte(wrapped, 20, 255 - get_byte(wrapped, 20)) where subject = $1',
      [spoilt],
    );
    const vault = await openVault();
    const found = await Promise.allSettled(wanted.map((subject) => vault.keysForSealing([subject])));
    expect(found.map((each) => (each.status === 'rejected' ? each.reason : [...each.value.keys()]))).toEqual(
      wanted.map((subject) => (subject === spoilt ? expect.any(WrongMasterKey) : [subject])),
    );
  });

  it('uses a key for less than 1 s after its connection goes silent without being closed', async () => {
    const { gate, url } = await gatedUrl();
    const vault = await openVault({ url });
    await untilCaching(vault);
    const subject = newSubject();
    await vault.keysForSealing([subject]);
    gate.hold();
    expect(await lastUse(vault, subject, performance.now())).toBeLessThan(1_000);
    gate.open();
  });
});

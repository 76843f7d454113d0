import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { decrypt, encrypt } from '@journal/events/box';
import type pg from 'pg';

/** The result of one query. */
export type KeyAnswer = {
  readonly keys: ReadonlyMap<string, KeyObject>;
  /** The subjects forgotten after the sequence number that was asked for, in that order. */
  readonly forgotten: readonly string[];
  /** The highest sequence number of `forgotten`, or the one asked for. */
  readonly seq: string;
};

/** The key was not wrapped with this master key for this subject. */
export class WrongMasterKey extends Error {
  override readonly name = 'WrongMasterKey';
}

type Row = { subject: string; wrapped: Buffer | null; seq: string | null };

const keyLength = 32;
/** Format byte, IV, key and tag. */
const wrappedLength = 1 + 12 + keyLength + 16;

/** The statements on the vault's tables, one round trip each. Each key is wrapped with the master key, for its subject. */
export function createKeyTable(pool: pg.Pool, masterKey: Uint8Array) {
  if (masterKey.length !== keyLength) throw new Error('MASTER_KEY must be 32 bytes');
  const master = createSecretKey(masterKey);
  const forgottenSince = 'select subject, null::bytea as wrapped, seq from vault.forgotten where seq > $1';
  const loadText = `select subject, wrapped, null::bigint as seq from vault.keys where subject = any ($2::text[])
    union all ${forgottenSince}`;
  const makeText = `select found_subject as subject, found_wrapped as wrapped, null::bigint as seq
    from vault.make_keys($2::text[], $3::bytea[]) union all ${forgottenSince}`;

  // A key's bytes in the clear are overwritten as soon as it is wrapped, or is in a KeyObject.
  function wrapNewKey(subject: string): Buffer {
    const clear = randomBytes(keyLength);
    try {
      return encrypt(master, subject, clear);
    } finally {
      clear.fill(0);
    }
  }

  function unwrap(wrapped: Buffer, subject: string): KeyObject {
    if (wrapped.length !== wrappedLength || wrapped[0] !== 1)
      throw new Error(`The key of ${subject} has an unknown format`);
    let clear: Buffer | undefined;
    try {
      clear = decrypt(master, subject, wrapped);
      return createSecretKey(clear);
    } catch (error) {
      throw new WrongMasterKey(`MASTER_KEY does not open the key of ${subject}`, { cause: error });
    } finally {
      clear?.fill(0);
    }
  }

  function read(rows: readonly Row[], since: string): KeyAnswer {
    const keys = new Map<string, KeyObject>();
    const forgotten: string[] = [];
    let seq = BigInt(since);
    for (const row of rows) {
      if (row.wrapped) keys.set(row.subject, unwrap(row.wrapped, row.subject));
      if (row.seq === null) continue;
      forgotten.push(row.subject);
      if (BigInt(row.seq) > seq) seq = BigInt(row.seq);
    }
    return { keys, forgotten, seq: String(seq) };
  }

  return {
    async load(subjects: readonly string[], since: string): Promise<KeyAnswer> {
      const values = [since, subjects];
      const { rows } = await pool.query<Row>({ name: 'vault load', text: loadText, values });
      return read(rows, since);
    },
    /** As `load`, and creates the keys that never existed. Concurrent calls agree on one key. */
    async make(subjects: readonly string[], since: string): Promise<KeyAnswer> {
      const candidates = subjects.map(wrapNewKey);
      const values = [since, subjects, candidates];
      const { rows } = await pool.query<Row>({ name: 'vault make', text: makeText, values });
      return read(rows, since);
    },
    async forget(subject: string): Promise<void> {
      await pool.query('select vault.forget($1)', [subject]);
    },
    async ping(): Promise<void> {
      await pool.query('select from vault.master_key_check');
    },
    /** Throws `WrongMasterKey` where these tables belong to another master key; the first process claims them. */
    async claim(): Promise<void> {
      const mark = 'master key check';
      await pool.query('insert into vault.master_key_check (wrapped) values ($1) on conflict do nothing', [
        wrapNewKey(mark),
      ]);
      const { rows } = await pool.query<{ wrapped: Buffer }>('select wrapped from vault.master_key_check');
      for (const { wrapped } of rows) unwrap(wrapped, mark);
    },
  };
}

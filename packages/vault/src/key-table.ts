import type { KeyObject } from 'node:crypto';
import type pg from 'pg';
import { createMasterKeys } from './master-keys.ts';
import { UnfinishedRestore, unfinished } from './unfinished-restore.ts';
import { checkSubject, otherMasterKey } from './vault.migrations.ts';

/** The result of one query. */
export type KeyAnswer = {
  /** The wrapped keys by subject, as stored in the table. */
  readonly wrapped: ReadonlyMap<string, Buffer>;
  /** The subjects forgotten after the requested sequence number, in that order. */
  readonly forgotten: readonly string[];
  /** The highest sequence number in `forgotten`, or the requested one. */
  readonly seq: string;
};

type Row = { subject: string; wrapped: Buffer | null; seq: string | null };

/**
 * The statements on the vault's tables, one round trip each. Each key is wrapped with a master key and bound to its
 * subject. New keys use the master key that wraps the vault's mark; the vault rejects any others.
 */
export function createKeyTable(pool: pg.Pool, masterKeys: string) {
  const masters = createMasterKeys(masterKeys);
  let mark: { wrapped: Buffer; master: KeyObject } | undefined;
  const forgottenSince = 'select subject, null::bytea as wrapped, seq from vault.forgotten where seq > $1';
  const loadText = `select subject, wrapped, null::bigint as seq from vault.keys where subject = any ($2::text[])
    union all ${forgottenSince}`;
  const makeText = `select found_subject as subject, found_wrapped as wrapped, null::bigint as seq
    from vault.make_keys($2::text[], $3::bytea[], $4::bytea) union all ${forgottenSince}`;

  function read(rows: readonly Row[], since: string): KeyAnswer {
    const wrapped = new Map<string, Buffer>();
    const forgotten: string[] = [];
    let seq = BigInt(since);
    for (const row of rows) {
      if (row.wrapped) wrapped.set(row.subject, row.wrapped);
      if (row.seq === null) continue;
      forgotten.push(row.subject);
      if (BigInt(row.seq) > seq) seq = BigInt(row.seq);
    }
    return { wrapped, forgotten, seq: String(seq) };
  }

  async function readMark() {
    const { rows } = await pool.query<{ wrapped: Buffer; isUnfinished: boolean }>(
      `select wrapped, ${unfinished} as "isUnfinished" from vault.master_key_check`,
    );
    const [found] = rows;
    if (found?.isUnfinished) throw new UnfinishedRestore();
    if (!found) throw new Error('The vault has lost its master-key mark');
    if (!mark?.wrapped.equals(found.wrapped))
      mark = { wrapped: found.wrapped, master: masters.wrapperOf(found.wrapped, checkSubject) };
    return mark;
  }

  async function makeOnce(subjects: readonly string[], since: string): Promise<KeyAnswer> {
    const { wrapped, master } = mark ?? (await readMark());
    const candidates = subjects.map((subject) => masters.wrapNew(master, subject));
    const values = [since, subjects, candidates, wrapped];
    const { rows } = await pool.query<Row>({ name: 'vault make', text: makeText, values });
    return read(rows, since);
  }

  return {
    /** Returns the keys of these subjects that the answer contains. Throws if one can't be unwrapped. */
    unwrap({ wrapped }: KeyAnswer, subjects: readonly string[]): Map<string, KeyObject> {
      const keys = new Map<string, KeyObject>();
      for (const subject of subjects) {
        const found = wrapped.get(subject);
        if (found) keys.set(subject, masters.unwrap(found, subject));
      }
      return keys;
    },
    async load(subjects: readonly string[], since: string): Promise<KeyAnswer> {
      const values = [since, subjects];
      const { rows } = await pool.query<Row>({ name: 'vault load', text: loadText, values });
      return read(rows, since);
    },
    /** Like `load`, but creates keys for subjects that never had one. Concurrent calls agree on one key per subject. */
    async make(subjects: readonly string[], since: string): Promise<KeyAnswer> {
      try {
        return await makeOnce(subjects, since);
      } catch (error) {
        if ((error as { code?: unknown }).code !== otherMasterKey) throw error;
        await readMark();
        return makeOnce(subjects, since);
      }
    },
    async forget(subject: string): Promise<void> {
      await pool.query('select vault.forget($1)', [subject]);
    },
    /**
     * Throws `WrongMasterKey` if the vault's mark is wrapped with a master key that is not configured, and
     * `UnfinishedRestore` while a backup is being restored.
     */
    async check(): Promise<void> {
      await readMark();
    },
    /** Like `check`, but the first process claims the vault for its first master key. */
    async claim(): Promise<void> {
      await pool.query('insert into vault.master_key_check (wrapped) values ($1) on conflict do nothing', [
        masters.wrapNew(masters.first, checkSubject),
      ]);
      await readMark();
    },
  };
}

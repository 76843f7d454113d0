import type { KeyObject } from 'node:crypto';
import type pg from 'pg';
import { type KeyWrapping, newKey } from './key-wrapping.ts';

/** What one question to the table brings. */
export type KeyAnswer = {
  readonly keys: ReadonlyMap<string, KeyObject>;
  /** Everybody who was forgotten after the sequence number that was asked for, in that order. */
  readonly forgotten: readonly string[];
  /** The highest sequence number of `forgotten`, or the one asked for. */
  readonly seq: string;
};

type Row = { subject: string; wrapped: Buffer | null; seq: string | null };

/** The statements on one vault's tables, one round trip each. */
export function createKeyTable(pool: pg.Pool, schema: string, wrapping: KeyWrapping) {
  const forgottenSince = `select subject, null::bytea as wrapped, seq from ${schema}.forgotten where seq > $1`;
  const loadText = `select subject, wrapped, null::bigint as seq from ${schema}.keys where subject = any ($2::text[])
    union all ${forgottenSince}`;
  const makeText = `select found_subject as subject, found_wrapped as wrapped, null::bigint as seq
    from ${schema}.make_keys($2::text[], $3::bytea[]) union all ${forgottenSince}`;

  function read(rows: readonly Row[], since: string): KeyAnswer {
    const keys = new Map<string, KeyObject>();
    const forgotten: string[] = [];
    let seq = BigInt(since);
    for (const row of rows) {
      if (row.wrapped) keys.set(row.subject, wrapping.unwrap(row.wrapped, row.subject));
      if (row.seq === null) continue;
      forgotten.push(row.subject);
      if (BigInt(row.seq) > seq) seq = BigInt(row.seq);
    }
    return { keys, forgotten, seq: String(seq) };
  }

  return {
    async load(subjects: readonly string[], since: string): Promise<KeyAnswer> {
      const { rows } = await pool.query<Row>({
        name: `${schema} load`,
        text: loadText,
        values: [since, subjects],
      });
      return read(rows, since);
    },
    /** As `load`, and makes the keys that were never there. Whoever makes the same at once gets the same. */
    async make(subjects: readonly string[], since: string): Promise<KeyAnswer> {
      const candidates = subjects.map((subject) => wrapping.wrap(newKey(), subject));
      const values = [since, subjects, candidates];
      const { rows } = await pool.query<Row>({ name: `${schema} make`, text: makeText, values });
      return read(rows, since);
    },
    async forget(subject: string): Promise<void> {
      await pool.query(`select ${schema}.forget($1)`, [subject]);
    },
    async ping(): Promise<void> {
      await pool.query(`select from ${schema}.master_key_check`);
    },
    /** Throws `WrongMasterKey` where these tables belong to another master key; the first to come claims them. */
    async claim(): Promise<void> {
      const mark = 'master key check';
      await pool.query(
        `insert into ${schema}.master_key_check (wrapped) values ($1) on conflict do nothing`,
        [wrapping.wrap(newKey(), mark)],
      );
      const { rows } = await pool.query<{ wrapped: Buffer }>(
        `select wrapped from ${schema}.master_key_check`,
      );
      for (const { wrapped } of rows) wrapping.unwrap(wrapped, mark);
    },
  };
}

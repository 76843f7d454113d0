import { retention } from '@journal/events/fields';
import { inTransaction, isUndefinedTable, migrate } from '@journal/postgres';
import type pg from 'pg';

/**
 * Not a read model: text that somebody has typed and not sent is in no event, so a rebuild leaves this schema alone
 * and a backup includes it. The command side writes and reads it, and the worker deletes old drafts.
 */
const schema = 'drafts';
const table = `${schema}.draft`;

/** How long a draft is kept after it was last saved, in milliseconds. */
export const draftLifetime = retention.draft.lifetime;

// Versions come from a sequence, so that a deleted one is never reused for another text.
const migrations = {
  '0001-draft': `
    create sequence version;
    create table draft (
      user_id text not null,
      target text not null,
      version bigint not null,
      saved_at timestamptz not null,
      subjects text[] not null,
      box bytea not null,
      primary key (user_id, target)
    );
    create index draft_saved_at on draft (saved_at);
  `,
};

export type DraftKey = { readonly userId: string; readonly target: string };
/** `subjects`: data subjects whose keys seal `box`, each key around the previous one. */
export type StoredDraft = DraftKey & {
  readonly version: number;
  readonly savedAt: Date;
  readonly subjects: readonly string[];
  readonly box: Buffer;
};

/**
 * One draft per user and target. `seen`: the versions that may be replaced or removed, 0 for no draft; any if omitted.
 */
export type DraftTable = {
  /** Resolves with the drafts of a user, or only the one with this target, in the order of their targets. */
  read(userId: string, target?: string): Promise<StoredDraft[]>;
  /**
   * Resolves with the new version. If the current version is not in `seen`, saves nothing and resolves with undefined.
   */
  save(draft: Omit<StoredDraft, 'version'>, seen?: readonly number[]): Promise<number | undefined>;
  /** Resolves with whether the draft is gone. A version that is not in `seen` stays. */
  remove(draft: DraftKey, seen?: readonly number[]): Promise<boolean>;
  removeAllOf(userId: string): Promise<void>;
};

const prepareDrafts = (pool: pg.Pool): Promise<void> => migrate(pool, schema, migrations);

/** Returns the drafts in a database. Creates their table if it is missing. */
export function createDraftTable(pool: pg.Pool): DraftTable {
  let prepared: Promise<void> | undefined;
  function ready(): Promise<void> {
    prepared ??= prepareDrafts(pool).catch((error: unknown) => {
      prepared = undefined;
      throw error;
    });
    return prepared;
  }
  async function run<Row extends pg.QueryResultRow>(text: string, values: unknown[]) {
    await ready();
    return pool.query<Row>(text, values);
  }
  const isSeen = (parameter: number) =>
    `($${parameter}::bigint[] is null or draft.version = any ($${parameter}))`;

  return {
    async read(userId, target) {
      const { rows } = await run<Omit<StoredDraft, 'version'> & { version: string }>(
        `select user_id as "userId", target, version, saved_at as "savedAt", subjects, box from ${table}
         where user_id = $1 and ($2::text is null or target = $2) order by target`,
        [userId, target ?? null],
      );
      return rows.map((row) => ({ ...row, version: Number(row.version) }));
    },
    async save({ userId, target, savedAt, subjects, box }, seen) {
      const values = [userId, target, savedAt, subjects, box, seen ?? null];
      const set = `version = nextval('${schema}.version'), saved_at = $3, subjects = $4, box = $5`;
      const { rows } = await run<{ version: string }>(
        seen === undefined || seen.includes(0)
          ? `insert into ${table} values ($1, $2, nextval('${schema}.version'), $3, $4, $5)
             on conflict (user_id, target) do update set ${set} where ${isSeen(6)} returning version`
          : `update ${table} set ${set} where user_id = $1 and target = $2 and ${isSeen(6)} returning version`,
        values,
      );
      return rows[0] && Number(rows[0].version);
    },
    async remove({ userId, target }, seen) {
      const { rows } = await run<{ isGone: boolean }>(
        `with gone as (delete from ${table} where user_id = $1 and target = $2 and ${isSeen(3)} returning 1)
         select exists (select from gone) or not exists (
           select from ${table} where user_id = $1 and target = $2
         ) as "isGone"`,
        [userId, target, seen ?? null],
      );
      return rows[0]?.isGone === true;
    },
    async removeAllOf(userId) {
      await run(`delete from ${table} where user_id = $1`, [userId]);
    },
  };
}

/** Deletes the drafts last saved before `before`. Resolves with their number. */
export async function removeDraftsBefore(database: Pick<pg.Pool, 'query'>, before: Date): Promise<number> {
  try {
    const { rowCount } = await database.query(`delete from ${table} where saved_at < $1`, [before]);
    return rowCount ?? 0;
  } catch (error) {
    // No command service that stores drafts has run yet.
    if (isUndefinedTable(error)) return 0;
    throw error;
  }
}

/** A row of the table as JSON. */
export type DraftRecord = { readonly row: Readonly<Record<string, unknown>> };

const pageSize = 100;

/** Yields all drafts as they are stored, one page at a time. */
export async function* copyDrafts(database: Pick<pg.Pool, 'query'>): AsyncGenerator<DraftRecord[], void> {
  let last = ['', ''];
  try {
    for (;;) {
      const { rows } = await database.query<DraftRecord & DraftKey>(
        `select user_id as "userId", target, row_to_json(draft) as row from ${table}
         where (user_id, target) > ($1, $2) order by user_id, target limit ${pageSize}`,
        last,
      );
      const end = rows.at(-1);
      if (!end) return;
      yield rows.map(({ row }) => ({ row }));
      last = [end.userId, end.target];
    }
  } catch (error) {
    if (!isUndefinedTable(error)) throw error;
  }
}

/** Restores drafts from a backup, except for users and targets that already have one. Can be repeated. */
export async function restoreDrafts(pool: pg.Pool, records: readonly DraftRecord[]): Promise<void> {
  await prepareDrafts(pool);
  await inTransaction(pool, async (client) => {
    await client.query(
      `insert into ${table} select * from json_populate_recordset(null::${table}, $1) on conflict do nothing`,
      [JSON.stringify(records.map(({ row }) => row))],
    );
    await client.query(
      `select setval('${schema}.version', greatest(nextval('${schema}.version'), (select max(version) + 1 from ${table})))`,
    );
  });
}

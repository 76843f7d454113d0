import { retention } from '@journal/events/fields';
import { inTransaction, isUndefinedTable, migrate } from '@journal/postgres';
import type pg from 'pg';

/**
 * No read model: what somebody has typed and not sent is in no event, so that a rebuild leaves this schema alone and a
 * backup takes it along. The command side writes and reads it, the worker deletes what is old.
 */
const schema = 'drafts';
const table = `${schema}.draft`;

/** Milliseconds for which a draft is kept after it was last saved. */
export const draftLifetime = retention.draft.lifetime;

// Versions come from a sequence: one that was deleted never comes back for another text.
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
/** `subjects`: whose keys, each around the one before, `box` is sealed with. */
export type StoredDraft = DraftKey & {
  readonly version: number;
  readonly savedAt: Date;
  readonly subjects: readonly string[];
  readonly box: Buffer;
};

/** One draft per user and target. `seen`: the versions over which something may be done, 0 for none; left out: any. */
export type DraftTable = {
  /** Resolves with the drafts of a user, or the one with this target, in the order of their targets. */
  read(userId: string, target?: string): Promise<StoredDraft[]>;
  /** Resolves with the version that it has now; with undefined, and saves nothing, over one that was not seen. */
  save(draft: Omit<StoredDraft, 'version'>, seen?: readonly number[]): Promise<number | undefined>;
  /** Resolves with whether none is there now: one that was not seen stays. */
  remove(draft: DraftKey, seen?: readonly number[]): Promise<boolean>;
  removeOf(userId: string): Promise<void>;
};

const prepareDrafts = (pool: pg.Pool): Promise<void> => migrate(pool, schema, migrations);

/** Returns the drafts in a database, whose table is made where it is missing. */
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
    async removeOf(userId) {
      await run(`delete from ${table} where user_id = $1`, [userId]);
    },
  };
}

/** Deletes what was saved before then; resolves with how many drafts that were. */
export async function removeDraftsBefore(database: Pick<pg.Pool, 'query'>, before: Date): Promise<number> {
  try {
    const { rowCount } = await database.query(`delete from ${table} where saved_at < $1`, [before]);
    return rowCount ?? 0;
  } catch (error) {
    // No command service that keeps any has been here yet.
    if (isUndefinedTable(error)) return 0;
    throw error;
  }
}

/** A row of the table as JSON. */
export type DraftRecord = { readonly row: Readonly<Record<string, unknown>> };

const pageSize = 100;

/** Yields all drafts as they are stored, a page at a time. */
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

/** Puts drafts from a copy back where there are none of the same users and targets; to be repeated as often as one likes. */
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

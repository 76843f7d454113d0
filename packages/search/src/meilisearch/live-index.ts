import { isUndefinedTable, type Write } from '@journal/postgres';
import { checkSchemaName } from '@journal/read-models';
import type pg from 'pg';
import { IndexLost } from '../search.port.ts';

/** The index that was built last. */
export type LiveIndex = {
  /** When Meilisearch made it; an index that has taken its place was made at another time. */
  readonly createdAt: string;
  readonly settingsHash: string;
  /** The least number of documents that it has. */
  readonly documents: number;
};

type Database = Pick<pg.Pool, 'query'>;

/** Where it is written down which index of that name was built. */
export function createLiveIndexRecord(schema: string, indexUid: string) {
  const table = `${checkSchemaName(schema)}.live_index`;
  return {
    /** Undefined where none was built. Rejects with `IndexLost` where the table is gone. */
    async read(database: Database): Promise<LiveIndex | undefined> {
      const asked = database.query<LiveIndex>(
        `select created_at as "createdAt", settings_hash as "settingsHash", documents from ${table}
         where index_uid = $1`,
        [indexUid],
      );
      const { rows } = await asked.catch((error: unknown) => {
        if (!isUndefinedTable(error)) throw error;
        throw new IndexLost('The record of the index is gone', { cause: error });
      });
      return rows[0];
    },

    async replace(database: Database, { createdAt, settingsHash, documents }: LiveIndex): Promise<void> {
      await database.query(
        `insert into ${table} (index_uid, created_at, settings_hash, documents) values ($1, $2, $3, $4)
         on conflict (index_uid) do update
         set created_at = excluded.created_at, settings_hash = excluded.settings_hash,
             documents = excluded.documents`,
        [indexUid, createdAt, settingsHash, documents],
      );
    },

    /** To be told before documents are taken out, which must not look as if they had been lost. */
    async expectFewer(database: Database, live: LiveIndex, fewer: number): Promise<void> {
      await database.query(
        `update ${table} set documents = greatest(0, documents - $3) where index_uid = $1 and created_at = $2`,
        [indexUid, live.createdAt, fewer],
      );
    },

    expecting(live: LiveIndex, documents: number): Write {
      return {
        text: (first) =>
          `update ${table} set documents = $${first}::integer from moved
           where index_uid = $${first + 1}::text and created_at = $${first + 2}::text`,
        values: [documents, indexUid, live.createdAt],
      };
    },
  };
}

export type LiveIndexRecord = ReturnType<typeof createLiveIndexRecord>;

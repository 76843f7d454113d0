import { columnOf } from '@journal/events/fields';
import { inTransaction, isUndefinedTable, migrate } from '@journal/postgres';
import { checkSchemaName, schemaOf } from '@journal/read-models';
import type pg from 'pg';
import { nextTurn } from '../next-turn.ts';
import { type IndexChange, IndexLost, type SearchIndex } from '../search.port.ts';
import { hitFields, type SearchDocument, textsOf } from '../search-document.ts';
import { wordsOf } from '../text/words.ts';
import { hitColumns, searchModel } from './search.model.ts';

const columns = ['id', ...hitFields.map(columnOf), 'created_at', 'words'].join(', ');
const values = columns.replaceAll(/\w+/g, 'excluded.$&');
const stored = columns.replaceAll(/\w+/g, 'document.$&');
const rows = `json_to_recordset($1::json) as row (id integer, ${hitColumns}, created_at timestamptz, words text)`;
const nothing = columns.replace('id, ', '').replaceAll(/\w+/g, '$& = null');

/** Longest replacement of all documents, in milliseconds: 100,000 of 600 words take 11 s. */
const replaceTimeout = 120_000;

/**
 * Returns the write side of the embedded index, in Postgres. Each new version of the index is one transaction. The
 * pool's commits must wait for the disk: searching processes have read up to a version, which a crash must not undo.
 */
export function createEmbeddedIndex({
  pool,
  schema = schemaOf(searchModel),
}: {
  pool: pg.Pool;
  schema?: string;
}): SearchIndex {
  checkSchemaName(schema);

  /**
   * Creates the next version of the index: rows in `from` get the values given there, and rows that match `gone` are
   * emptied. Unchanged rows keep their version, so that no process reads them again. Rejects with `IndexLost` if there
   * is no index. `timeout`: milliseconds, if they differ from those of the pool.
   */
  async function writeVersion(
    database: Pick<pg.Pool, 'query'>,
    { from, gone, timeout }: { from: string; gone: string; timeout?: number },
    ...given: readonly unknown[]
  ): Promise<void> {
    const text = `with next as (update ${schema}.index_version set version = version + 1 returning version),
       put as (
         insert into ${schema}.document as document (${columns}, changed) select ${columns}, next.version from next, ${from}
         on conflict (id) do update set (${columns}, changed) = (${values}, excluded.changed)
         where (${stored}) is distinct from (${values})
       ),
       removed as (
         update ${schema}.document set ${nothing}, changed = next.version from next where words is not null and ${gone}
       )
       select from next`;
    const config = { text, values: [...given], query_timeout: timeout };
    const { rowCount } = await database.query(config as pg.QueryConfig);
    if (rowCount !== 1) throw new IndexLost('The index has not been built');
  }

  return {
    async state() {
      try {
        const {
          rows: [row],
        } = await pool.query<{ documents: number }>(
          `select (select count(*)::integer from ${schema}.document where words is not null) as documents
           from ${schema}.index_version`,
        );
        return row ? { kind: 'built', documents: row.documents } : { kind: 'missing' };
      } catch (error) {
        if (isUndefinedTable(error)) return { kind: 'missing' };
        throw error;
      }
    },

    async apply({ documents, deletedIds }: IndexChange, signal) {
      const json = jsonOf(documents);
      try {
        // The server ends the transaction of a process that is suspended for longer than it takes to replace it.
        await inTransaction(pool, async (client) => {
          await nextTurn();
          signal?.throwIfAborted();
          await writeVersion(client, { from: rows, gone: 'id = any ($2::integer[])' }, json, deletedIds);
        });
      } catch (error) {
        if (isUndefinedTable(error))
          throw new IndexLost('The tables of the index do not exist', { cause: error });
        throw error;
      }
    },

    async build(documents, publish, signal) {
      await migrate(pool, schema, searchModel.migrations);
      await inTransaction(pool, async (client) => {
        // While documents arrive, however long that takes, the transaction holds no lock that others wait for.
        await client.query(
          `set local idle_in_transaction_session_timeout = 0;
           create temp table next_document (like ${schema}.document) on commit drop`,
        );
        for await (const batch of documents) {
          signal.throwIfAborted();
          await client.query(
            `insert into next_document (${columns}, changed) select ${columns}, 0 from ${rows}`,
            [jsonOf(batch)],
          );
        }
        signal.throwIfAborted();
        await publish(async () => {
          await client.query(`set local idle_in_transaction_session_timeout to default`);
          await client.query(
            `insert into ${schema}.index_version (version) values (0) on conflict do nothing`,
          );
          const replace = () =>
            writeVersion(client, {
              from: 'next_document',
              gone: 'id not in (select id from next_document)',
              timeout: replaceTimeout,
            });
          await cancellable({ pool, client, signal }, replace);
          await client.query('commit');
        });
      });
    },

    async close() {},
  };
}

/**
 * Runs a statement on the client. Once the signal is aborted, the server cancels it, and this rejects with the signal's
 * reason: a process that stops has no time to wait for it.
 */
async function cancellable(
  { pool, client, signal }: { pool: pg.Pool; client: pg.PoolClient; signal: AbortSignal },
  statement: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  let cancelled: Promise<unknown> | undefined;
  const cancel = () => {
    cancelled = pool.query('select pg_cancel_backend($1)', [rows[0]?.pid]).catch(() => {});
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    signal.throwIfAborted();
    await statement();
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
    // Otherwise it could hit the next statement of this connection.
    await cancelled;
  }
}

function jsonOf(documents: readonly SearchDocument[]): string {
  return JSON.stringify(
    documents.map((document) => ({
      id: document.id,
      ...Object.fromEntries(hitFields.map((name) => [columnOf(name), document[name]])),
      created_at: document.createdAt,
      words: storedWords(document),
    })),
  );
}

/** Returns the distinct words of a document: one line per place, each word in the first line that contains it. */
function storedWords(document: SearchDocument): string {
  const known = new Set<string>();
  const lines = textsOf(document).map((texts) => {
    const words = [...wordsOf(...texts)].filter((word) => !known.has(word));
    for (const word of words) known.add(word);
    return words.join(' ');
  });
  return lines.join('\n');
}

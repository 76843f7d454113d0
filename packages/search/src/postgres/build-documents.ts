import { randomBytes } from 'node:crypto';
import { inTransaction, migrate, writeAlone } from '@journal/postgres';
import type pg from 'pg';
import type { SearchDocument } from '../search.port.ts';
import { putDocuments } from './document-writes.ts';
import { searchModel } from './search.model.ts';

/**
 * Fills a schema beside the live one with the documents and puts it in its place, in a transaction that begins with
 * `swapping`. What an earlier attempt has left is removed; one that still goes on elsewhere fails, and fills nothing of
 * this one.
 */
export async function buildDocuments(
  pool: pg.Pool,
  schema: string,
  documents: AsyncIterable<readonly SearchDocument[]>,
  swapping: (transaction: Pick<pg.Pool, 'query'>) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  await removeAttempts(pool, schema);
  const next = `${schema}_next_${randomBytes(4).toString('hex')}`;
  await migrate(pool, next, searchModel.migrations);
  for await (const batch of documents) {
    signal.throwIfAborted();
    await writeAlone(pool, [putDocuments(next, batch)]);
  }
  signal.throwIfAborted();
  await inTransaction(pool, async (transaction) => {
    await swapping(transaction);
    // Whoever reads long must not make everybody else wait behind the change.
    await transaction.query(`set local lock_timeout = '2s'`);
    await transaction.query(`drop schema if exists ${schema} cascade`);
    await transaction.query(`alter schema ${next} rename to ${schema}`);
  });
}

async function removeAttempts(pool: pg.Pool, schema: string): Promise<void> {
  const { rows } = await pool.query<{ attempt: string }>(
    'select nspname as attempt from pg_namespace where starts_with(nspname, $1)',
    [`${schema}_next_`],
  );
  for (const { attempt } of rows) await pool.query(`drop schema if exists ${attempt} cascade`);
}

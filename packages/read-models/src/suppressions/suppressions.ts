import type pg from 'pg';
import { isConfirmedSince, schema } from '../delivery/delivery.tables.ts';
import { newsletterModel } from '../newsletter.model.ts';
import { schemaOf } from '../read-model.ts';

/** Resolves with whether nothing is mailed to an address, given by its hash, until it is confirmed again. */
export async function isSuppressed(database: Pick<pg.Pool, 'query'>, addressHash: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `select from ${schema}.suppression where address_hash = $1 and not exists (
       select from ${schemaOf(newsletterModel)}.subscriber
       where subscriber.address_hash = $1 and ${isConfirmedSince}
     )`,
    [addressHash],
  );
  return rowCount !== 0;
}

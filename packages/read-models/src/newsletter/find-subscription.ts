import type pg from 'pg';
import { checkSchemaName, schemaOf } from '../read-model.ts';
import { newsletterModel } from './newsletter.model.ts';

/** The subscription of the address with this hash, confirmed or not; undefined where there is none. */
export async function findSubscription(
  database: Pick<pg.Pool, 'query'>,
  addressHash: string,
  schema = schemaOf(newsletterModel),
): Promise<{ readonly email: string | null; readonly confirmedAt: string | null } | undefined> {
  const { rows } = await database.query<{ email: string | null; confirmedAt: Date | null }>({
    name: `${checkSchemaName(schema)} subscription`,
    text: `select email, confirmed_at as "confirmedAt" from ${schema}.subscriber where address_hash = $1`,
    values: [addressHash],
  });
  const [row] = rows;
  return row && { email: row.email, confirmedAt: row.confirmedAt?.toISOString() ?? null };
}

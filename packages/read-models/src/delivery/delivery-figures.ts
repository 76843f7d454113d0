import { isUndefinedTable, timesAsText } from '@journal/postgres';
import type pg from 'pg';
import { type DeliveryStatus, deliveryStatuses, schema } from './delivery.tables.ts';

type Database = Pick<pg.Pool, 'query'>;
export type DeliveryCounts = Readonly<Record<DeliveryStatus, number>>;

/** Resolves with how many recipients of a mailing are in each state; all 0 where none were written down. */
export async function deliveryCounts(database: Database, mailingId: string): Promise<DeliveryCounts> {
  const found = await rowsOf<{ status: DeliveryStatus; count: number }>(
    database,
    `select status, count(*)::int as count from ${schema}.recipient where mailing_id = $1 group by status`,
    [mailingId],
  );
  const counts = Object.fromEntries(deliveryStatuses.map((status) => [status, 0])) as Record<
    DeliveryStatus,
    number
  >;
  for (const { status, count } of found) counts[status] = count;
  return counts;
}

/** Resolves with how many copies of a mailing were accepted since then. */
export async function acceptedSince(database: Database, mailingId: string, since: Date): Promise<number> {
  const [found] = await rowsOf<{ count: number }>(
    database,
    `select count(*)::int as count from ${schema}.recipient
     where mailing_id = $1 and status = 'accepted' and settled_at >= $2`,
    [mailingId, since],
  );
  return found?.count ?? 0;
}

/** Resolves with how many recipients of a mailing are ready, but not before a time that is still to come. */
export async function deferredCount(database: Database, mailingId: string): Promise<number> {
  const [found] = await rowsOf<{ count: number }>(
    database,
    `select count(*)::int as count from ${schema}.recipient
     where mailing_id = $1 and status = 'ready' and not_before > now()`,
    [mailingId],
  );
  return found?.count ?? 0;
}

/** Resolves with how many copies of each of these mailings came back after a mail server had taken them, where any did. */
export async function returnedCounts(
  database: Database,
  mailingIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const found = await rowsOf<{ id: string; count: number }>(
    database,
    `select mailing_id as id, count(*)::int as count from ${schema}.recipient
     where mailing_id = any ($1) and bounced_at is not null and status = 'accepted' group by 1`,
    [mailingIds],
  );
  return new Map(found.map(({ id, count }) => [id, count]));
}

export type UncertainDelivery = {
  readonly subscriberId: string;
  /** When the copy was on its way; after a restore, when that was. */
  readonly at: string;
  /** What the server said last, where it said something. */
  readonly smtpCode: string | null;
};

/** Resolves with those of whom nobody knows whether they have got a mailing, in the order in which it was on its way. */
export const uncertainDeliveries = (database: Database, mailingId: string, limit: number) =>
  rowsOf<UncertainDelivery>(
    database,
    `select subscriber_id as "subscriberId", coalesce(claimed_at, settled_at) as at, smtp_code as "smtpCode"
     from ${schema}.recipient where mailing_id = $1 and status = 'uncertain' order by at, subscriber_id limit $2`,
    [mailingId, limit],
  );

/** Resolves with what a worker has found out about sending last, and when; undefined where none has yet. */
export async function lastMailCheck<Finding extends object>(database: Database) {
  const [found] = await rowsOf<{ findings: Finding[]; checkedAt: string }>(
    database,
    `select findings, checked_at as "checkedAt" from ${schema}.mail_check`,
    [],
  );
  return found;
}

/** Resolves with the rows of a query; with none where nothing was ever mailed. */
async function rowsOf<Row extends pg.QueryResultRow>(
  database: Database,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  try {
    return (await database.query<Row>({ text, values, types: timesAsText })).rows;
  } catch (error) {
    if (isUndefinedTable(error)) return [];
    throw error;
  }
}

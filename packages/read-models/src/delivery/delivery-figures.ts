import { isUndefinedTable, timesAsText } from '@journal/postgres';
import type pg from 'pg';
import { type DeliveryStatus, deliveryStatuses, schema } from './delivery.tables.ts';

type Database = Pick<pg.Pool, 'query'>;
export type DeliveryCounts = Readonly<Record<DeliveryStatus, number>>;

/** Resolves with the number of a mailing's recipients in each status; all 0 if none were recorded. */
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

/** Resolves with the number of a mailing's copies accepted in the last `milliseconds`, by the database's clock. */
export async function acceptedLately(
  database: Database,
  mailingId: string,
  milliseconds: number,
): Promise<number> {
  const [found] = await rowsOf<{ count: number }>(
    database,
    `select count(*)::int as count from ${schema}.recipient
     where mailing_id = $1 and status = 'accepted' and settled_at >= now() - $2 * interval '1 millisecond'`,
    [mailingId, milliseconds],
  );
  return found?.count ?? 0;
}

/** Resolves with the number of a mailing's ready recipients that are deferred to a future time. */
export async function deferredCount(database: Database, mailingId: string): Promise<number> {
  const [found] = await rowsOf<{ count: number }>(
    database,
    `select count(*)::int as count from ${schema}.recipient
     where mailing_id = $1 and status = 'ready' and not_before > now()`,
    [mailingId],
  );
  return found?.count ?? 0;
}

/**
 * Resolves with the number of copies of each mailing that came back after a mail server had accepted them. Mailings
 * without any are left out.
 */
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
  /** When a sender claimed the copy; if none had before a restore, when it was restored. */
  readonly at: string;
  /** Last SMTP reply code of the server, if it sent one. */
  readonly smtpCode: string | null;
};

/** Resolves with the recipients who may or may not have received a mailing, in the order of `at`. */
export const uncertainDeliveries = (database: Database, mailingId: string, limit: number) =>
  rowsOf<UncertainDelivery>(
    database,
    `select subscriber_id as "subscriberId", coalesce(claimed_at, settled_at) as at, smtp_code as "smtpCode"
     from ${schema}.recipient where mailing_id = $1 and status = 'uncertain' order by at, subscriber_id limit $2`,
    [mailingId, limit],
  );

/** Resolves with a worker's latest findings about sending mail and their time, or undefined if there are none yet. */
export async function lastMailCheck<Finding extends object>(database: Database) {
  const [found] = await rowsOf<{ findings: Finding[]; checkedAt: string }>(
    database,
    `select findings, checked_at as "checkedAt" from ${schema}.mail_check`,
    [],
  );
  return found;
}

/** Resolves with the rows of a query, or none if nothing was ever mailed. */
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

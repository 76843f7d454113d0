import { migrate, statementName } from '@journal/postgres';
import type pg from 'pg';

/**
 * Not a read model: no event records who received which mailing, so a rebuild leaves this schema alone and a backup
 * includes it. The worker writes it. It contains no addresses.
 */
export const schema = 'delivery';

/**
 * `ready`: to be sent, from `not_before` on. `sending`: claimed by `claimed_by`, which may have contacted the mail
 * server. `uncertain`: it is unknown whether the server accepted it. `left`: unsubscribed or erased before it was
 * sent.
 */
export const deliveryStatuses = [
  ...(['ready', 'sending', 'accepted', 'refused', 'uncertain'] as const),
  ...(['left', 'suppressed', 'cancelled'] as const),
] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

const migrations = {
  '0001-delivery': `
    -- What a mailing that is under way says; unsubscribing has a placeholder. It names whoever wrote the pieces.
    create table copy (
      mailing_id text primary key,
      subject text not null,
      text text not null,
      html text not null,
      content_hash text not null,
      made_at timestamptz not null default now()
    );
    -- How far its recipients have been written down. total: how many they are, once all are.
    create table frozen (
      mailing_id text primary key,
      cursor text not null default '',
      total integer,
      begun_at timestamptz not null default now(),
      frozen_at timestamptz,
      -- The last time that its uncertain ones were made ready again.
      repeated_at timestamptz,
      -- Nothing of it is to be sent any more.
      ended_at timestamptz
    );
    create table recipient (
      mailing_id text not null,
      subscriber_id text not null,
      status text not null default 'ready',
      -- How often the server has answered.
      attempts integer not null default 0,
      not_before timestamptz not null default '-infinity',
      claimed_at timestamptz,
      claimed_by text,
      smtp_code text,
      settled_at timestamptz,
      bounce text,
      bounced_at timestamptz,
      primary key (mailing_id, subscriber_id)
    );
    create index recipient_ready on recipient (mailing_id, not_before, subscriber_id) where status = 'ready';
    create index recipient_settled on recipient (mailing_id, settled_at) where status = 'accepted';
    -- Addresses to which nothing is sent until they are confirmed again, by their keyed hash.
    create table suppression (
      address_hash text primary key,
      reason text not null,
      at timestamptz not null default now()
    );
  `,
  // Latest findings of a worker about sending mail.
  '0002-mail-check': `
    create table mail_check (
      id boolean primary key default true check (id),
      findings jsonb not null,
      checked_at timestamptz not null
    )
  `,
  // A partial index, because few copies come back.
  '0003-returned': 'create index recipient_returned on recipient (mailing_id) where bounced_at is not null',
  // Revision up to which a mailing comes from a backup, after which it was continued elsewhere.
  '0004-restored': `
    alter table frozen add column restored_revision integer
  `,
  // Revision of the last event that made the uncertain recipients ready again.
  '0005-repeated': `
    alter table frozen add column repeated_revision integer
  `,
  // Confirmation of the address that was known when it was suppressed; any other one ends the suppression.
  '0006-confirmed': `
    alter table suppression add column confirmed_at timestamptz
  `,
};

/**
 * SQL condition: the address of `subscriber` was confirmed after its `suppression`. Does not compare the clocks of the
 * database and the command service, except for rows of earlier versions, which recorded only the time.
 */
export const isConfirmedSince = `case when suppression.confirmed_at is null
  then subscriber.confirmed_at > suppression.at
  else subscriber.confirmed_at <> suppression.confirmed_at end`;

/** Creates the tables if they are missing. */
export const prepareDeliveries = (pool: pg.Pool): Promise<void> => migrate(pool, schema, migrations);

/** Resolves with the rows of a statement. */
export type RunOnDeliveries = <Row extends pg.QueryResultRow>(
  text: string,
  values: unknown[],
) => Promise<Row[]>;

/** Returns a function that runs statements on the tables. It creates missing tables before the first statement. */
export function openDeliveries(pool: pg.Pool): RunOnDeliveries {
  let prepared: Promise<void> | undefined;
  return async <Row extends pg.QueryResultRow>(text: string, values: unknown[]) => {
    prepared ??= prepareDeliveries(pool).catch((error: unknown) => {
      prepared = undefined;
      throw error;
    });
    await prepared;
    return (await pool.query<Row>({ name: statementName(text), text, values })).rows;
  };
}

import type { MailingAudience } from '@journal/events/fields';
import type pg from 'pg';
import { isMeantBy } from '../audience.ts';
import { checkpointSchema } from '../checkpoint/checkpoint.ts';
import { newsletterModel } from '../newsletter.model.ts';
import { schemaOf } from '../read-model.ts';
import { type Bounce, createBounces, type Recipient } from './bounces.ts';
import { openDeliveries, schema } from './delivery.tables.ts';

/** What is sent: the same for all, but for the way out. */
export type MailingCopy = {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly contentHash: string;
};

/** A recipient who is `sending` in the name of a sender: to be sent to, and then settled. */
export type Claim = Recipient & {
  readonly claimedBy: string;
  readonly email: string;
  /** Names the stream of the subscription. */
  readonly addressHash: string;
  /** How often the server has answered before. */
  readonly attempts: number;
};

export type Settlement =
  | { readonly status: 'accepted' | 'uncertain'; readonly smtpCode?: string | undefined }
  /** `bounce`: what that says of the address, where it says something. */
  | {
      readonly status: 'refused';
      readonly smtpCode?: string | undefined;
      readonly bounce?: Bounce | undefined;
    }
  /** `delay`: milliseconds. `isAnswered`: whether the server had been asked, and said later. */
  | {
      readonly status: 'ready';
      readonly delay: number;
      readonly isAnswered: boolean;
      readonly smtpCode?: string | undefined;
    }
  | { readonly status: 'left' };

export type Deliveries = ReturnType<typeof createDeliveries>;

const subscribers = `${schemaOf(newsletterModel)}.subscriber`;
/** A page of recipients: few enough for a short statement, whatever the number of subscribers. */
const defaultPageSize = 5_000;

/** In the id of a mailing. */
const issueNumber = `split_part($1, '-', 1)::integer`;

/**
 * Nobody is claimed while the subscribers are being read from the log: who is not there yet has not left. A suppressed
 * address that was confirmed since has shown that it can be reached.
 */
const claimNext = `
  with next as (
    select subscriber_id from ${schema}.recipient
    where mailing_id = $1 and status = 'ready' and not_before <= now() and exists (
      select from ${checkpointSchema}.checkpoint
      where schema_name = '${schemaOf(newsletterModel)}' and caught_up_at is not null
    )
    order by not_before, subscriber_id limit 1 for update skip locked
  ), person as (
    select next.subscriber_id, subscriber.email, subscriber.address_hash, case
      when subscriber.email is null then 'left'
      when suppression.at >= subscriber.confirmed_at then 'suppressed'
      else 'sending' end as status
    from next
    left join ${subscribers} as subscriber
      on subscriber.subscriber_id = next.subscriber_id and subscriber.confirmed_at is not null
    left join ${schema}.suppression as suppression on suppression.address_hash = subscriber.address_hash
  )
  update ${schema}.recipient as recipient set status = person.status, claimed_at = now(), claimed_by = $2,
    settled_at = case when person.status <> 'sending' then now() end
  from person where recipient.mailing_id = $1 and recipient.subscriber_id = person.subscriber_id
  returning person.status, recipient.subscriber_id as "subscriberId", recipient.attempts,
    person.email, person.address_hash as "addressHash"`;

/** Returns the deliveries in a database, whose tables are made where they are missing. */
export function createDeliveries(pool: pg.Pool, { pageSize = defaultPageSize } = {}) {
  const run = openDeliveries(pool);

  const bounces = createBounces(run);

  return {
    ...bounces,

    /** Keeps the copy of a mailing unless it has one already; resolves with the one that it has. */
    async keepCopy(
      mailingId: string,
      { subject, text, html, contentHash }: MailingCopy,
    ): Promise<MailingCopy> {
      await run(`insert into ${schema}.copy values ($1, $2, $3, $4, $5) on conflict do nothing`, [
        ...[mailingId, subject, text, html, contentHash],
      ]);
      return (await this.copyOf(mailingId)) ?? { subject, text, html, contentHash };
    },

    async hasCopy(mailingId: string): Promise<boolean> {
      return (await run(`select 1 as one from ${schema}.copy where mailing_id = $1`, [mailingId])).length > 0;
    },

    async copyOf(mailingId: string): Promise<MailingCopy | undefined> {
      const [copy] = await run<MailingCopy>(
        `select subject, text, html, content_hash as "contentHash" from ${schema}.copy where mailing_id = $1`,
        [mailingId],
      );
      return copy;
    },

    /** Deletes the copy of a mailing. */
    async dropCopy(mailingId: string): Promise<void> {
      await run(`delete from ${schema}.copy where mailing_id = $1`, [mailingId]);
    },

    /**
     * Writes down all who are meant, and resolves with their number, a page in each statement: what was cut short goes
     * on, and a mailing that has its number keeps it. In one that was restored they are uncertain. Rejects with the
     * signal's reason once that is aborted.
     */
    async freeze(mailingId: string, audience: MailingAudience, signal?: AbortSignal): Promise<number> {
      await run(`insert into ${schema}.frozen (mailing_id) values ($1) on conflict do nothing`, [mailingId]);
      for (;;) {
        signal?.throwIfAborted();
        const [page] = await run<{ found: number; total: number | null }>(
          `with page as (
             select subscriber_id from ${subscribers} as subscriber
             where ${isMeantBy('$3::text', issueNumber)} and subscriber_id >
               (select cursor from ${schema}.frozen where mailing_id = $1 and total is null)
             order by subscriber_id limit $2
           ), added as (
             insert into ${schema}.recipient (mailing_id, subscriber_id, status, settled_at)
             select $1, subscriber_id, case when restored_revision is null then 'ready' else 'uncertain' end,
               case when restored_revision is not null then now() end
             from page join ${schema}.frozen on mailing_id = $1
             on conflict do nothing
           )
           update ${schema}.frozen set cursor = greatest(cursor, (select max(subscriber_id) from page))
           where mailing_id = $1 returning (select count(*)::int from page) as found, total`,
          [mailingId, pageSize, audience],
        );
        if (page?.total != null) return page.total;
        if (page?.found === pageSize) continue;
        await run(
          `update ${schema}.frozen set frozen_at = now(),
             total = (select count(*) from ${schema}.recipient where mailing_id = $1)
           where mailing_id = $1 and total is null`,
          [mailingId],
        );
      }
    },

    /** Resolves with whether a mailing has come from a backup as it is at a revision: it went on elsewhere. */
    async wasRestored(mailingId: string, revision: number): Promise<boolean> {
      const text = `select 1 as one from ${schema}.frozen where mailing_id = $1 and restored_revision >= $2`;
      return (await run(text, [mailingId, revision])).length > 0;
    },

    /** Takes the next recipient for a sender. Resolves with `passed` for one who is not to get it, undefined for none. */
    async claim(mailingId: string, claimedBy: string): Promise<Claim | 'passed' | undefined> {
      const [row] = await run<Omit<Claim, 'mailingId' | 'claimedBy'> & { status: string }>(claimNext, [
        mailingId,
        claimedBy,
      ]);
      if (!row) return undefined;
      const { status, ...person } = row;
      return status === 'sending' ? { mailingId, claimedBy, ...person } : 'passed';
    },

    /**
     * Writes down what became of a claim; nothing where the recipient is another's meanwhile. What bounced for good is not
     * sent to again, nor what bounced in the last three mailings. What came back meanwhile has come back.
     */
    async settle(claim: Claim, settlement: Settlement): Promise<void> {
      const { mailingId, subscriberId, claimedBy } = claim;
      const isReady = settlement.status === 'ready';
      const isAnswered = isReady ? settlement.isAnswered : settlement.status !== 'left';
      await run(
        `update ${schema}.recipient set status = $4::text, smtp_code = $5, attempts = attempts + $6,
           not_before = now() + $7 * interval '1 millisecond', settled_at = case when $4::text <> 'ready' then now() end,
           bounce = coalesce($8::text, bounce),
           bounced_at = case when $8::text is not null then now() else bounced_at end
         where mailing_id = $1 and subscriber_id = $2 and claimed_by = $3 and status in ('sending', 'uncertain')`,
        [
          ...[mailingId, subscriberId, claimedBy, settlement.status],
          'smtpCode' in settlement ? (settlement.smtpCode ?? null) : null,
          isAnswered ? 1 : 0,
          isReady ? settlement.delay : 0,
          'bounce' in settlement ? (settlement.bounce ?? null) : null,
        ],
      );
      if (settlement.status === 'refused' && settlement.bounce)
        await bounces.suppress(claim, settlement.bounce);
    },

    /**
     * Makes uncertain what other senders have taken so many milliseconds ago and not settled. One of them who is still at it
     * can settle it for some time, and does so by what the server says.
     */
    async giveUpOthers(mailingId: string, claimedBy: string, patience: number): Promise<void> {
      await run(
        `update ${schema}.recipient set status = 'uncertain', settled_at = now()
         where mailing_id = $1 and status = 'sending' and claimed_by <> $2
           and claimed_at <= now() - $3 * interval '1 millisecond'`,
        [mailingId, claimedBy, patience],
      );
    },

    /** Makes those ready again whom a sender has taken and not sent to, as it knows: its claims were written, and not answered. */
    async takeBack(mailingId: string, claimedBy: string): Promise<void> {
      await run(
        `update ${schema}.recipient set status = 'ready', claimed_by = null
         where mailing_id = $1 and status = 'sending' and claimed_by = $2`,
        [mailingId, claimedBy],
      );
    },

    /** Makes those ready again who were uncertain at a time, once for each such time. */
    async repeat(mailingId: string, at: string): Promise<void> {
      await run(
        `with repeated as (
           update ${schema}.frozen set repeated_at = $2
           where mailing_id = $1 and (repeated_at is null or repeated_at < $2) returning 1
         )
         update ${schema}.recipient
         set status = 'ready', claimed_by = null, settled_at = null, not_before = '-infinity',
           bounce = null, bounced_at = null
         where mailing_id = $1 and status = 'uncertain' and (claimed_at is null or claimed_at <= $2) and exists (select from repeated)`,
        [mailingId, at],
      );
    },

    /**
     * Sends nothing more of those mailings among these that have not ended. Whoever a sender has taken is uncertain, until it
     * says what became of them.
     */
    async cancel(mailingIds: readonly string[]): Promise<void> {
      await run(
        `with ended as (
           update ${schema}.frozen set ended_at = now() where mailing_id = any ($1) and ended_at is null
           returning mailing_id
         )
         , dropped as (delete from ${schema}.copy where mailing_id in (select mailing_id from ended))
         update ${schema}.recipient set settled_at = now(),
           status = case status when 'ready' then 'cancelled' else 'uncertain' end
         where mailing_id in (select mailing_id from ended) and status in ('ready', 'sending')`,
        [mailingIds],
      );
    },
  };
}

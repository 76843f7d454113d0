import type { MailingAudience } from '@journal/events/fields';
import type pg from 'pg';
import { isInAudience } from '../audience.ts';
import { checkpointSchema } from '../checkpoint/checkpoint.ts';
import { newsletterModel } from '../newsletter.model.ts';
import { schemaOf } from '../read-model.ts';
import { type Bounce, createBounces, type Recipient } from './bounces.ts';
import { isConfirmedSince, openDeliveries, schema } from './delivery.tables.ts';

/** Content of a mailing: the same for all recipients except for the unsubscribe link. */
export type MailingCopy = {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly contentHash: string;
};

/** A recipient that a sender has claimed (`sending`): to be sent to, and then settled. */
export type Claim = Recipient & {
  readonly claimedBy: string;
  readonly email: string;
  /** Keyed hash of the address. It names the stream of the subscription. */
  readonly addressHash: string;
  /** Number of earlier attempts that the mail server answered. */
  readonly attempts: number;
};

/** An editor's request to send to the uncertain recipients again: revision and time of its event. */
export type Repeat = { readonly revision: number; readonly at: string };

export type Settlement =
  | { readonly status: 'accepted' | 'uncertain'; readonly smtpCode?: string | undefined }
  /** `bounce`: what the refusal says about the address, if anything. */
  | {
      readonly status: 'refused';
      readonly smtpCode?: string | undefined;
      readonly bounce?: Bounce | undefined;
    }
  /** `delay`: milliseconds. `isAnswered`: whether the server was asked and deferred the mail. */
  | {
      readonly status: 'ready';
      readonly delay: number;
      readonly isAnswered: boolean;
      readonly smtpCode?: string | undefined;
    }
  | { readonly status: 'left' };

export type Deliveries = ReturnType<typeof createDeliveries>;

const subscribers = `${schemaOf(newsletterModel)}.subscriber`;
/** Recipients per page: few enough for a short statement, whatever the number of subscribers. */
const defaultPageSize = 5_000;

/** Issue number in the id of a mailing. */
const issueNumber = `split_part($1, '-', 1)::integer`;

/**
 * No recipient is claimed while the subscribers are being read from the log: a subscriber who is missing then may not
 * have left. An address confirmed after its suppression has proved to be reachable.
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
      when not (${isConfirmedSince}) then 'suppressed'
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

/** Returns the deliveries in a database. Creates their tables if they are missing. */
export function createDeliveries(pool: pg.Pool, { pageSize = defaultPageSize } = {}) {
  const run = openDeliveries(pool);

  const bounces = createBounces(run);

  return {
    ...bounces,

    /** Stores the copy of a mailing unless it already has one. Resolves with the stored copy. */
    async storeCopy(
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
     * Records all recipients of a mailing, one page per statement, and resolves with their number. Resumes after an
     * interruption; once the number is recorded, it does not change. In a restored mailing, recipients are added as
     * uncertain. Rejects with the signal's reason once it is aborted.
     */
    async freeze(mailingId: string, audience: MailingAudience, signal?: AbortSignal): Promise<number> {
      await run(`insert into ${schema}.frozen (mailing_id) values ($1) on conflict do nothing`, [mailingId]);
      for (;;) {
        signal?.throwIfAborted();
        const [page] = await run<{ found: number; total: number | null }>(
          `with page as (
             select subscriber_id from ${subscribers} as subscriber
             where ${isInAudience('$3::text', issueNumber)} and subscriber_id >
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

    /** Resolves with whether a mailing at this revision was restored from a backup, and so was continued elsewhere. */
    async wasRestored(mailingId: string, revision: number): Promise<boolean> {
      const text = `select 1 as one from ${schema}.frozen where mailing_id = $1 and restored_revision >= $2`;
      return (await run(text, [mailingId, revision])).length > 0;
    },

    /**
     * Claims the next recipient for a sender. Resolves with `skipped` if that recipient must not receive it, or
     * undefined if there is none.
     */
    async claim(mailingId: string, claimedBy: string): Promise<Claim | 'skipped' | undefined> {
      const [row] = await run<Omit<Claim, 'mailingId' | 'claimedBy'> & { status: string }>(claimNext, [
        mailingId,
        claimedBy,
      ]);
      if (!row) return undefined;
      const { status, ...person } = row;
      return status === 'sending' ? { mailingId, claimedBy, ...person } : 'skipped';
    },

    /**
     * Records the outcome of a claim. Does nothing if another sender has claimed the recipient since. Suppresses the
     * address after a hard bounce, or after soft bounces in the last three mailings. A bounce recorded in the meantime
     * is kept. A recipient who has become uncertain meanwhile is not made ready again: the mailing may have ended, and
     * then nobody would send to a ready recipient.
     */
    async settle(claim: Claim, settlement: Settlement): Promise<void> {
      const { mailingId, subscriberId, claimedBy } = claim;
      const isReady = settlement.status === 'ready';
      const isAnswered = isReady ? settlement.isAnswered : settlement.status !== 'left';
      await run(
        `update ${schema}.recipient set smtp_code = $5, attempts = attempts + $6,
           not_before = now() + $7 * interval '1 millisecond',
           status = case when $4::text <> 'ready' or status = 'sending' then $4::text
             when exists (select from ${schema}.frozen where mailing_id = $1 and ended_at is not null) then 'cancelled'
             else status end,
           settled_at = case when $4::text <> 'ready' or status <> 'sending' then now() end,
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
     * Marks as uncertain the recipients that other senders claimed at least `claimTimeout` milliseconds ago and have not
     * settled. A sender that is still running can settle them for some time, with the server's answer.
     */
    async markOthersUncertain(mailingId: string, claimedBy: string, claimTimeout: number): Promise<void> {
      await run(
        `update ${schema}.recipient set status = 'uncertain', settled_at = now()
         where mailing_id = $1 and status = 'sending' and claimed_by <> $2
           and claimed_at <= now() - $3 * interval '1 millisecond'`,
        [mailingId, claimedBy, claimTimeout],
      );
    },

    /**
     * Makes ready again the recipients that a sender has claimed but knows it has not sent to: its claims were
     * committed, but it got no reply.
     */
    async releaseClaims(mailingId: string, claimedBy: string): Promise<void> {
      await run(
        `update ${schema}.recipient set status = 'ready', claimed_by = null
         where mailing_id = $1 and status = 'sending' and claimed_by = $2`,
        [mailingId, claimedBy],
      );
    },

    /**
     * Makes the uncertain recipients ready again, as the event at this revision and time requested. Takes effect once
     * per event, and not for one from before a restore or an earlier repeat. Revisions decide: clocks of command
     * services differ from each other and from the database's.
     */
    async repeat(mailingId: string, { revision, at }: Repeat): Promise<void> {
      await run(
        `with repeated as (
           update ${schema}.frozen set repeated_at = $2, repeated_revision = $3
           where mailing_id = $1 and greatest(repeated_revision, restored_revision, -1) < $3
             -- Earlier versions recorded only the time.
             and repeated_at is distinct from $2
           returning 1
         )
         update ${schema}.recipient
         set status = 'ready', claimed_by = null, settled_at = null, not_before = '-infinity',
           bounce = null, bounced_at = null
         where mailing_id = $1 and status = 'uncertain' and exists (select from repeated)`,
        [mailingId, at, revision],
      );
    },

    /**
     * Cancels those of the mailings that have not ended: nothing more is sent. A recipient that a sender has claimed
     * is uncertain until the sender reports the outcome.
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

import { checkpointSchema } from '../checkpoint/checkpoint.ts';
import { newsletterModel } from '../newsletter.model.ts';
import { schemaOf } from '../read-model.ts';
import { type RunOnDeliveries, schema } from './delivery.tables.ts';

export type Recipient = { readonly mailingId: string; readonly subscriberId: string };

/** `hard`: the mailbox does not exist. `soft`: the mailbox did not accept the mail. */
export type Bounce = 'hard' | 'soft';

const newsletter = schemaOf(newsletterModel);
/** Number of consecutive mailings with a soft bounce after which an address is suppressed. */
const softBounces = 3;

/** The owner of a copy is not known yet, because the subscribers are still being read from the log. */
export class SubscribersUnknown extends Error {
  override readonly name = 'SubscribersUnknown';
}

/** Returns the operations for copies that bounce or draw a complaint, however that is reported. */
export function createBounces(run: RunOnDeliveries) {
  /**
   * Suppresses an address because of the outcome of a copy: nothing is sent to it until it is confirmed again. A soft
   * bounce suppresses it only if the last mailings all ended with one.
   */
  async function suppress(
    { subscriberId, addressHash }: { readonly subscriberId: string; readonly addressHash: string },
    reason: Bounce | 'complaint',
  ): Promise<void> {
    await run(
      `insert into ${schema}.suppression (address_hash, reason, confirmed_at)
       select $2, $3, (select confirmed_at from ${newsletter}.subscriber where subscriber_id = $1) where $3 <> 'soft' or ${softBounces} = (
         select count(*) from (
           select recipient.bounce from ${schema}.frozen join ${schema}.recipient using (mailing_id)
           where subscriber_id = $1 order by begun_at desc limit ${softBounces}
         ) as latest where bounce = 'soft'
       )
       on conflict (address_hash) do update set reason = excluded.reason, at = excluded.at,
         confirmed_at = excluded.confirmed_at`,
      [subscriberId, addressHash, reason],
    );
  }

  /**
   * Resolves with the hash of a subscriber's address; undefined if they have left. Rejects with `SubscribersUnknown`.
   */
  async function addressHashOf(subscriberId: string): Promise<string | undefined> {
    const [found] = await run<{ isKnown: boolean; hash: string | null }>(
      `select exists (
         select from ${checkpointSchema}.checkpoint where schema_name = $2 and caught_up_at is not null
       ) as "isKnown", (select address_hash from ${newsletter}.subscriber where subscriber_id = $1) as hash`,
      [subscriberId, newsletter],
    );
    if (found?.hash == null && found?.isKnown !== true) throw new SubscribersUnknown();
    return found.hash ?? undefined;
  }

  return {
    suppress,

    /**
     * Records that a copy came back after a server had accepted it, and the kind of bounce if the report states one.
     * Idempotent. Does nothing if the recipient's row is gone. Rejects with `SubscribersUnknown`.
     */
    async recordBounce(
      { mailingId, subscriberId }: Recipient,
      { bounce, smtpCode }: { readonly bounce?: Bounce | undefined; readonly smtpCode: string | undefined },
    ): Promise<void> {
      const addressHash = await addressHashOf(subscriberId);
      const written = await run(
        `update ${schema}.recipient set bounced_at = coalesce(bounced_at, now()),
           bounce = case when bounce = 'hard' then bounce else coalesce($3, bounce) end,
           smtp_code = coalesce($4, smtp_code)
         where mailing_id = $1 and subscriber_id = $2 and status in ('sending', 'accepted', 'uncertain')
         returning 1 as one`,
        [mailingId, subscriberId, bounce ?? null, smtpCode ?? null],
      );
      // Also if the bounce was already recorded: the process that recorded it may have died before this step.
      if (bounce && addressHash !== undefined && written.length > 0)
        await suppress({ subscriberId, addressHash }, bounce);
    },

    /**
     * Suppresses the address of a reader who reported a copy as spam. Resolves with its hash, or undefined if they
     * have left. Rejects with `SubscribersUnknown`.
     */
    async recordComplaint({ subscriberId }: Pick<Recipient, 'subscriberId'>): Promise<string | undefined> {
      const addressHash = await addressHashOf(subscriberId);
      if (addressHash !== undefined) await suppress({ subscriberId, addressHash }, 'complaint');
      return addressHash;
    },
  };
}

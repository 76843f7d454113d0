import { checkpointSchema } from '../checkpoint/checkpoint.ts';
import { newsletterModel } from '../newsletter.model.ts';
import { schemaOf } from '../read-model.ts';
import { type RunOnDeliveries, schema } from './delivery.tables.ts';

export type Recipient = { readonly mailingId: string; readonly subscriberId: string };

/** `hard`: there is no such mailbox. `soft`: it has taken nothing. */
export type Bounce = 'hard' | 'soft';

const newsletter = schemaOf(newsletterModel);
/** An address that has taken nothing of so many mailings in a row is given up. */
const softBounces = 3;

/** Nobody can tell yet whose copy it was: the subscribers are being read from the log. */
export class SubscribersUnknown extends Error {
  override readonly name = 'SubscribersUnknown';
}

/** Returns what is done where copies do not reach their readers, or are unwanted, however that is told. */
export function createBounces(run: RunOnDeliveries) {
  /**
   * Suppresses an address for what has become of a copy: nothing is sent to it until it is confirmed again. A soft bounce
   * does so where the last mailings have ended so, too.
   */
  async function suppress(
    { subscriberId, addressHash }: { readonly subscriberId: string; readonly addressHash: string },
    reason: Bounce | 'complaint',
  ): Promise<void> {
    await run(
      `insert into ${schema}.suppression (address_hash, reason)
       select $2, $3 where $3 <> 'soft' or ${softBounces} = (
         select count(*) from (
           select recipient.bounce from ${schema}.frozen join ${schema}.recipient using (mailing_id)
           where subscriber_id = $1 order by begun_at desc limit ${softBounces}
         ) as latest where bounce = 'soft'
       )
       on conflict (address_hash) do update set reason = excluded.reason, at = excluded.at`,
      [subscriberId, addressHash, reason],
    );
  }

  /** Resolves with the hash of a subscriber's address; undefined once they have left. Rejects with `SubscribersUnknown`. */
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
     * Writes down that a copy which a server had taken came back, with what that says of the address, where it says
     * something; once, however often it is told. Nothing where its row is gone. Rejects with `SubscribersUnknown`.
     */
    async cameBack(
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
      // Also where it is known already: whoever wrote that may have died before this.
      if (bounce && addressHash !== undefined && written.length > 0)
        await suppress({ subscriberId, addressHash }, bounce);
    },

    /**
     * Suppresses the address of a reader who calls a copy junk. Resolves with its hash, undefined where they have left. Rejects
     * with `SubscribersUnknown`.
     */
    async complained({ subscriberId }: Pick<Recipient, 'subscriberId'>): Promise<string | undefined> {
      const addressHash = await addressHashOf(subscriberId);
      if (addressHash !== undefined) await suppress({ subscriberId, addressHash }, 'complaint');
      return addressHash;
    },
  };
}

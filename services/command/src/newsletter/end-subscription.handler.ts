import { newsletterStream, subscriberSubject, type Vault } from '@journal/events';
import { decideAndAppend } from '../writing/decide-and-append.ts';
import type { JournalLog } from '../writing/journal-log.ts';
import type { RequestContext } from '../writing/request-context.ts';
import type { EndSubscription } from './domain/subscription.commands.ts';
import type { NewsletterParts } from './newsletter.parts.ts';
import { type SubscriptionOutcome, subscriptionDecider } from './subscription-outcome.ts';

/** Ends the subscription whose unsubscribe token this is, and erases its address. */
export async function endSubscriptionByToken(
  { log, vault, links }: Pick<NewsletterParts, 'log' | 'vault' | 'links'>,
  token: string,
  context: RequestContext,
): Promise<SubscriptionOutcome> {
  const link = await links.readUnsubscribe(token);
  if (!link) return { rejection: 'link-void' };
  const { hash, subscriberId } = link;
  return end(log, vault, hash, { type: 'EndSubscription', subscriberId }, context);
}

/**
 * Ends the subscription of the address with this hash, the `emailHash` of its account, if there is one, and erases the
 * address from all there have been. Broken off anywhere and done again, it ends the same. Rejects where others write
 * to it all the while.
 */
export async function endSubscriptionOfAddressHash(
  log: JournalLog,
  vault: Pick<Vault, 'forget'>,
  hash: string,
  { actor, requestId, ids }: RequestContext,
): Promise<void> {
  const context = { actor, requestId, ids: (label: string) => ids(`newsletter ${label}`) };
  const outcome = await end(log, vault, hash, { type: 'EndSubscription' }, context);
  if ('rejection' in outcome) throw new Error(`A subscription could not be ended: ${outcome.rejection}`);
}

async function end(
  log: JournalLog,
  vault: Pick<Vault, 'forget'>,
  hash: string,
  command: EndSubscription,
  context: RequestContext,
): Promise<SubscriptionOutcome> {
  const outcome = await decideAndAppend(log, {
    stream: newsletterStream(hash),
    command,
    decider: subscriptionDecider,
    context,
  });
  // Also those of before: whoever was to do it may have died in between.
  if (!('rejection' in outcome))
    for (const subscriberId of outcome.state.ended) await vault.forget(subscriberSubject({ subscriberId }));
  return outcome;
}

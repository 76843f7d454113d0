import { type SubscriptionLinks, subscriberSubject } from '@journal/events';
import type { AccountParts } from '../account/account.ts';
import { type CommonRejection, decideAndAppend, type Outcome } from '../writing/decide-and-append.ts';
import type { RequestContext } from '../writing/request-context.ts';
import {
  type SubscriptionRejection,
  type SubscriptionState,
  subscriptionDecider,
} from './subscription.decider.ts';

/** What the handlers of the newsletter depend on. */
export type NewsletterParts = Pick<AccountParts, 'log' | 'vault' | 'hash' | 'now' | 'wait'> & {
  readonly links: SubscriptionLinks;
};

type ErasingParts = Pick<AccountParts, 'log' | 'vault'>;

export type SubscriptionOutcome = Outcome<SubscriptionState, SubscriptionRejection | CommonRejection>;

/**
 * Requests a mail that asks the normalised address to confirm. Writes nothing if it is subscribed or was mailed
 * recently.
 */
export async function requestSubscription(
  { log, hash, now }: NewsletterParts,
  email: string,
  context: RequestContext,
): Promise<SubscriptionOutcome> {
  const command = {
    type: 'RequestSubscription',
    emailHash: await hash('email', email),
    email,
    newSubscriberId: context.ids('subscriber'),
    requestId: context.ids('subscription request'),
    at: now().toISOString(),
  } as const;
  return decideAndAppend(log, subscriptionDecider, command, context);
}

/** Confirms the subscription of a confirmation token. */
export async function confirmSubscription(
  { log, links, now }: NewsletterParts,
  token: string,
  context: RequestContext,
): Promise<SubscriptionOutcome> {
  const link = await links.readConfirmation(token);
  if (!link) return { rejection: 'link-void' };
  const { hash: emailHash, ...request } = link;
  const command = { type: 'ConfirmSubscription', emailHash, ...request, at: now().toISOString() } as const;
  return decideAndAppend(log, subscriptionDecider, command, context);
}

/** Ends the subscription of an unsubscribe token, and erases its address. */
export async function endSubscriptionByToken(
  parts: NewsletterParts,
  token: string,
  context: RequestContext,
): Promise<SubscriptionOutcome> {
  const link = await parts.links.readUnsubscribe(token);
  if (!link) return { rejection: 'link-void' };
  return end(parts, { emailHash: link.hash, subscriberId: link.subscriberId }, context);
}

/**
 * Ends the subscription, if any, of the address with this hash, which is the `emailHash` of its account, and erases the
 * address from it and all earlier ones. Idempotent, also after an interruption. Rejects on repeated write conflicts.
 */
export async function endSubscriptionByHash(
  parts: ErasingParts,
  emailHash: string,
  { actor, requestId, ids }: RequestContext,
): Promise<void> {
  const context = { actor, requestId, ids: (label: string) => ids(`newsletter ${label}`) };
  const outcome = await end(parts, { emailHash }, context);
  if ('rejection' in outcome) throw new Error(`A subscription could not be ended: ${outcome.rejection}`);
}

async function end(
  { log, vault }: ErasingParts,
  which: { readonly emailHash: string; readonly subscriberId?: string },
  context: RequestContext,
): Promise<SubscriptionOutcome> {
  const command = { type: 'EndSubscription', ...which } as const;
  const outcome = await decideAndAppend(log, subscriptionDecider, command, context);
  // Earlier ones too: the process that was to erase them may have died.
  if (!('rejection' in outcome))
    for (const subscriberId of outcome.state.ended) await vault.forget(subscriberSubject({ subscriberId }));
  return outcome;
}

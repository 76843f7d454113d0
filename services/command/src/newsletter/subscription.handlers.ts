import { newsletterStream, type SubscriptionLinks, subscriberSubject, type Vault } from '@journal/events';
import type { KeyedHash } from '@journal/vault';
import { decideAndAppend, type Outcome } from '../writing/decide-and-append.ts';
import type { JournalLog } from '../writing/journal-log.ts';
import type { RequestContext } from '../writing/request-context.ts';
import {
  type SubscriptionCommand,
  type SubscriptionRejection,
  type SubscriptionState,
  subscriptionDecider,
} from './subscription.decider.ts';

/** What the handlers of the newsletter depend on. */
export type NewsletterParts = {
  readonly log: JournalLog;
  readonly vault: Pick<Vault, 'forget'>;
  readonly hash: KeyedHash;
  readonly links: SubscriptionLinks;
  readonly now: () => Date;
  /** Resolves after this many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
};

export type SubscriptionOutcome = Outcome<SubscriptionState, SubscriptionRejection | 'write-conflict'>;

/**
 * Requests a mail that asks the normalised address to confirm. Writes nothing if it is subscribed or was mailed
 * recently. The stream is named by the same hash of the address as an account's claim.
 */
export async function requestSubscription(
  { log, hash, now }: Pick<NewsletterParts, 'log' | 'hash' | 'now'>,
  email: string,
  context: RequestContext,
): Promise<SubscriptionOutcome> {
  return decideAndAppend(log, {
    stream: newsletterStream(await hash('email', email)),
    command: {
      type: 'RequestSubscription',
      email,
      newSubscriberId: context.ids('subscriber'),
      requestId: context.ids('subscription request'),
      at: now().toISOString(),
    },
    decider: subscriptionDecider,
    context,
  });
}

/** Confirms the subscription of a confirmation token. */
export async function confirmSubscription(
  { log, links, now }: Pick<NewsletterParts, 'log' | 'links' | 'now'>,
  token: string,
  context: RequestContext,
): Promise<SubscriptionOutcome> {
  const link = await links.readConfirmation(token);
  if (!link) return { rejection: 'link-void' };
  const { hash, subscriberId, requestId } = link;
  return decideAndAppend(log, {
    stream: newsletterStream(hash),
    command: { type: 'ConfirmSubscription', subscriberId, requestId, at: now().toISOString() },
    decider: subscriptionDecider,
    context,
  });
}

/** Ends the subscription of an unsubscribe token, and erases its address. */
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
 * Ends the subscription, if any, of the address with this hash, which is the `emailHash` of its account, and erases the
 * address from it and all earlier ones. Idempotent, also after an interruption. Rejects on repeated write conflicts.
 */
export async function endSubscriptionByHash(
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
  command: Extract<SubscriptionCommand, { type: 'EndSubscription' }>,
  context: RequestContext,
): Promise<SubscriptionOutcome> {
  const outcome = await decideAndAppend(log, {
    stream: newsletterStream(hash),
    command,
    decider: subscriptionDecider,
    context,
  });
  // Earlier ones too: the process that was to erase them may have died.
  if (!('rejection' in outcome))
    for (const subscriberId of outcome.state.ended) await vault.forget(subscriberSubject({ subscriberId }));
  return outcome;
}

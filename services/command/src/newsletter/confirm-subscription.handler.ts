import { newsletterStream } from '@journal/events';
import { decideAndAppend } from '../writing/decide-and-append.ts';
import type { RequestContext } from '../writing/request-context.ts';
import type { NewsletterParts } from './newsletter.parts.ts';
import { type SubscriptionOutcome, subscriptionDecider } from './subscription-outcome.ts';

/** Subscribes whoever has the token of a confirmation mail. */
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

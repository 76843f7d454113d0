import { newsletterStream } from '@journal/events';
import { decideAndAppend } from '../writing/decide-and-append.ts';
import type { RequestContext } from '../writing/request-context.ts';
import type { NewsletterParts } from './newsletter.parts.ts';
import { type SubscriptionOutcome, subscriptionDecider } from './subscription-outcome.ts';

/**
 * Asks for a mail that asks the normalised address whether it was they. Writes nothing where it is subscribed, or was
 * mailed a short while ago. The stream has the hash of the address by which an account is found, too.
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

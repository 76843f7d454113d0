import { expiryCutoff, subscriberSubject } from '@journal/events';
import type { Parts } from '../parts.ts';
import { decideAndAppend } from '../writing/decide-and-append.ts';
import type { RequestContext } from '../writing/request-context.ts';
import { type SubscriptionCommand, subscriptionDecider } from './subscription.decider.ts';

/**
 * Ends the subscription of an address, if it has one; only that of `subscriberId`, if given. Erases the address from it
 * and all earlier ones. Idempotent, also after an interruption.
 */
export function endSubscription(
  parts: Pick<Parts, 'log' | 'vault'>,
  which: { readonly emailHash: string; readonly subscriberId?: string },
  context: RequestContext,
): Promise<{ readonly position: string }> {
  return carryOut(parts, { type: 'EndSubscription', ...which }, context);
}

/** Like `endSubscription`, but only for a subscription that stayed unconfirmed for its whole retention period. */
export function endUnconfirmed(
  parts: Pick<Parts, 'log' | 'vault' | 'now'>,
  emailHash: string,
  context: RequestContext,
): Promise<{ readonly position: string }> {
  const requestedBefore = expiryCutoff('unconfirmedSubscription', parts.now()).toISOString();
  return carryOut(parts, { type: 'EndUnconfirmed', emailHash, requestedBefore }, context);
}

async function carryOut(
  { log, vault }: Pick<Parts, 'log' | 'vault'>,
  command: SubscriptionCommand,
  context: RequestContext,
) {
  const { state, position } = await decideAndAppend(log, subscriptionDecider, command, context);
  // Earlier ones too: the process that should have erased them may have died.
  for (const subscriberId of state.ended) await vault.forget(subscriberSubject({ subscriberId }));
  return { position };
}

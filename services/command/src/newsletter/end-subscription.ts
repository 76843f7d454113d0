import { subscriberSubject } from '@journal/events';
import type { Parts } from '../parts.ts';
import { decideAndAppend } from '../writing/decide-and-append.ts';
import type { RequestContext } from '../writing/request-context.ts';
import { subscriptionDecider } from './subscription.decider.ts';

/**
 * Ends the subscription of an address, if it has one: the one of `subscriberId` where that is given. Erases the address
 * from it and all earlier ones. Idempotent, also after an interruption.
 */
export async function endSubscription(
  { log, vault }: Pick<Parts, 'log' | 'vault'>,
  which: { readonly emailHash: string; readonly subscriberId?: string },
  context: RequestContext,
): Promise<{ readonly position: string }> {
  const command = { type: 'EndSubscription', ...which } as const;
  const { state, position } = await decideAndAppend(log, subscriptionDecider, command, context);
  // Earlier ones too: the process that was to erase them may have died.
  for (const subscriberId of state.ended) await vault.forget(subscriberSubject({ subscriberId }));
  return { position };
}

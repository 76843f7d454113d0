import type { NewNewsletterEvent } from '@journal/events';
import type { Decider, Outcome } from '../writing/decide-and-append.ts';
import type { SubscriptionCommand, SubscriptionRejection } from './domain/subscription.commands.ts';
import { decide } from './domain/subscription.decider.ts';
import { evolve, initialState, type SubscriptionState } from './domain/subscription.state.ts';

/** Every way a handler of the newsletter says no. */
export type SubscriptionRefusal = SubscriptionRejection | 'write-conflict';

export type SubscriptionOutcome = Outcome<SubscriptionState, SubscriptionRefusal>;

export const subscriptionDecider: Decider<
  SubscriptionState,
  SubscriptionCommand,
  NewNewsletterEvent,
  SubscriptionRejection
> = { initialState, evolve, decide };

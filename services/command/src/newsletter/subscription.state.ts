import type { NewsletterEvent } from '@journal/events';
import type { Dated } from '../decider.ts';

/** A mail that asks to confirm. */
export type SubscriptionRequest = {
  readonly requestId: string;
  /** ISO 8601, UTC. */
  readonly at: string;
};

/** A subscription, confirmed or not yet. */
export type Subscription = {
  readonly subscriberId: string;
  readonly confirmed: boolean;
  /** In the order they were made; at least one. */
  readonly requests: readonly SubscriptionRequest[];
};

/**
 * The state that the events of an address's stream fold to, known without any key. `revision` is that of the last one,
 * -1 if there is none. `ended` are the ids of earlier subscribers; `unanswered` are the mails since the last
 * confirmation, of any subscriber.
 */
export type SubscriptionState = {
  readonly revision: number;
  readonly ended: readonly string[];
  readonly current: Subscription | null;
  readonly unanswered: readonly SubscriptionRequest[];
};

export const initialState: SubscriptionState = { revision: -1, ended: [], current: null, unanswered: [] };

/** Applies the next event of a stream. Throws where it cannot follow. */
export function evolve(state: SubscriptionState, event: Dated<NewsletterEvent>): SubscriptionState {
  const { current, unanswered } = state;
  const next = { ...state, revision: state.revision + 1 };
  const { subscriberId } = event.data;
  if (event.type === 'SubscriptionRequested' && current === null) {
    const request = requestOf(event);
    const begun = { subscriberId, confirmed: false, requests: [request] };
    return { ...next, current: begun, unanswered: [...unanswered, request] };
  }
  if (current?.subscriberId !== subscriberId)
    throw new Error(`${event.type} is not an event of the present subscriber`);
  switch (event.type) {
    case 'SubscriptionRequested': {
      const request = requestOf(event);
      const requests = [...current.requests, request];
      return { ...next, current: { ...current, requests }, unanswered: [...unanswered, request] };
    }
    case 'SubscriptionConfirmed':
      return { ...next, current: { ...current, confirmed: true }, unanswered: [] };
    case 'SubscriptionEnded':
      return { ...next, ended: [...state.ended, subscriberId], current: null };
    default:
      return event satisfies never;
  }
}

function requestOf({
  data,
  metadata,
}: Extract<Dated<NewsletterEvent>, { type: 'SubscriptionRequested' }>): SubscriptionRequest {
  return { requestId: data.requestId, at: metadata.at };
}

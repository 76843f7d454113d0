import type { EventMetadata, NewsletterEvent } from '@journal/events';

/** A mail that asks whether it was they. */
export type SubscriptionRequest = {
  readonly requestId: string;
  /** ISO 8601, UTC. */
  readonly at: string;
};

/** An address that is subscribed, or would be once it is confirmed. */
export type Subscription = {
  readonly subscriberId: string;
  readonly confirmed: boolean;
  /** In the order they were made; at least one. */
  readonly requests: readonly SubscriptionRequest[];
};

/**
 * What the events of an address's stream add up to, known without any key. `revision` is that of the last one, -1
 * where there is none. `ended` names the subscribers there were before; `unanswered` are the mails since anybody last
 * said yes, whichever subscriber they were for.
 */
export type SubscriptionState = {
  readonly revision: number;
  readonly ended: readonly string[];
  readonly current: Subscription | null;
  readonly unanswered: readonly SubscriptionRequest[];
};

/** A newsletter event with when it happened. */
export type DatedNewsletterEvent = NewsletterEvent & { readonly metadata: Pick<EventMetadata, 'at'> };

export const initialState: SubscriptionState = { revision: -1, ended: [], current: null, unanswered: [] };

/** Applies one event; the events of a stream, in order, from `initialState`. Throws where they can't follow. */
export function evolve(state: SubscriptionState, event: DatedNewsletterEvent): SubscriptionState {
  const { current, unanswered } = state;
  const next = { ...state, revision: state.revision + 1 };
  const { subscriberId } = event.data;
  if (event.type === 'SubscriptionRequested' && current === null) {
    const request = requestOf(event);
    const begun = { subscriberId, confirmed: false, requests: [request] };
    return { ...next, current: begun, unanswered: [...unanswered, request] };
  }
  if (current?.subscriberId !== subscriberId)
    throw new Error(`${event.type} is not of the subscriber whose turn it is`);
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
}: Extract<DatedNewsletterEvent, { type: 'SubscriptionRequested' }>): SubscriptionRequest {
  return { requestId: data.requestId, at: metadata.at };
}

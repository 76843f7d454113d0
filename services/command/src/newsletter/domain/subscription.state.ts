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
 * where there is none. `ended` names the subscribers there were before.
 */
export type SubscriptionState = {
  readonly revision: number;
  readonly ended: readonly string[];
  readonly current: Subscription | null;
};

/** A newsletter event with when it happened. */
export type DatedNewsletterEvent = NewsletterEvent & { readonly metadata: Pick<EventMetadata, 'at'> };

export const initialState: SubscriptionState = { revision: -1, ended: [], current: null };

/** Applies one event; the events of a stream, in order, from `initialState`. Throws where they can't follow. */
export function evolve(state: SubscriptionState, event: DatedNewsletterEvent): SubscriptionState {
  const { current, ended } = state;
  const revision = state.revision + 1;
  const { subscriberId } = event.data;
  if (event.type === 'SubscriptionRequested' && current === null) {
    const requests = [requestOf(event)];
    return { revision, ended, current: { subscriberId, confirmed: false, requests } };
  }
  if (current?.subscriberId !== subscriberId)
    throw new Error(`${event.type} is not of the subscriber whose turn it is`);
  switch (event.type) {
    case 'SubscriptionRequested':
      return { revision, ended, current: { ...current, requests: [...current.requests, requestOf(event)] } };
    case 'SubscriptionConfirmed':
      return { revision, ended, current: { ...current, confirmed: true } };
    case 'SubscriptionEnded':
      return { revision, ended: [...ended, subscriberId], current: null };
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

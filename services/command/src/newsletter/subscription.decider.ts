import type { NewNewsletterEvent, NewsletterEvent } from '@journal/events';
import type { Dated, Decider, Decision } from '../decider.ts';

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

/** Somebody enters an address. The ids are for the events that follow; `at` is ISO 8601, UTC. */
export type RequestSubscription = {
  readonly type: 'RequestSubscription';
  readonly email: string;
  /** For a new subscription; one that is unconfirmed keeps its id. */
  readonly newSubscriberId: string;
  readonly requestId: string;
  readonly at: string;
};

/** Whoever reads the address's mail confirms it. */
export type ConfirmSubscription = {
  readonly type: 'ConfirmSubscription';
  readonly subscriberId: string;
  readonly requestId: string;
  readonly at: string;
};

/** Without a subscriber: the present one. */
export type EndSubscription = { readonly type: 'EndSubscription'; readonly subscriberId?: string };

export type SubscriptionCommand = RequestSubscription | ConfirmSubscription | EndSubscription;

/** The link does not, or no longer, do this. */
export type SubscriptionRejection = 'link-void';

type SubscriptionDecision = Decision<NewNewsletterEvent, SubscriptionRejection>;

export const subscriptionDecider: Decider<
  SubscriptionState,
  SubscriptionCommand,
  NewNewsletterEvent,
  SubscriptionRejection
> = { initialState, evolve, decide };

const minute = 60_000;
const day = 24 * 60 * minute;
/** Milliseconds for which the link of a mail confirms. */
const linkLifetime = 7 * day;
/** Milliseconds without another mail after the first one; doubled after each further one, a day at most. */
const initialPause = 10 * minute;

const nothing: SubscriptionDecision = { events: [] };

function decide(command: SubscriptionCommand, state: SubscriptionState): SubscriptionDecision {
  switch (command.type) {
    case 'RequestSubscription':
      return decideRequest(command, state);
    case 'ConfirmSubscription':
      return decideConfirm(command, state);
    case 'EndSubscription':
      return decideEnd(command, state);
    default:
      return command satisfies never;
  }
}

function decideRequest(command: RequestSubscription, state: SubscriptionState): SubscriptionDecision {
  const { email, newSubscriberId, requestId, at } = command;
  const { current, unanswered } = state;
  if (current?.confirmed || isPaused(unanswered, at)) return nothing;
  const subscriberId = current?.subscriberId ?? newSubscriberId;
  return { events: [{ type: 'SubscriptionRequested', data: { subscriberId, requestId, email } }] };
}

/**
 * Whether an address must not be mailed yet: nobody can have somebody else's address mailed again and again, not even by
 * ending the subscription in between, as erasing an account registered with that address does.
 */
function isPaused(unanswered: SubscriptionState['unanswered'], at: string): boolean {
  const last = unanswered.at(-1);
  const pause = Math.min(initialPause * 2 ** (unanswered.length - 1), day);
  return last !== undefined && Date.parse(at) - Date.parse(last.at) < pause;
}

function decideConfirm(
  { subscriberId, requestId, at }: ConfirmSubscription,
  { current }: SubscriptionState,
): SubscriptionDecision {
  if (current?.subscriberId !== subscriberId) return { rejection: 'link-void' };
  const request = current.requests.find((one) => one.requestId === requestId);
  if (!request) return { rejection: 'link-void' };
  if (current.confirmed) return nothing;
  if (Date.parse(at) - Date.parse(request.at) >= linkLifetime) return { rejection: 'link-void' };
  return { events: [{ type: 'SubscriptionConfirmed', data: { subscriberId } }] };
}

function decideEnd(command: EndSubscription, { current, ended }: SubscriptionState): SubscriptionDecision {
  const subscriberId = command.subscriberId ?? current?.subscriberId;
  if (subscriberId === undefined) return nothing;
  if (current?.subscriberId === subscriberId)
    return { events: [{ type: 'SubscriptionEnded', data: { subscriberId } }] };
  // Not if the address has subscribed again: it would go on getting mail after being told that it ended.
  return current === null && ended.includes(subscriberId) ? nothing : { rejection: 'link-void' };
}

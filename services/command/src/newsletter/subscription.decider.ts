import {
  type NewNewsletterEvent,
  type NewsletterEvent,
  newsletterStream,
  retention,
  type sections,
} from '@journal/events';
import type { CommandOf, Dated, Decider, Decision } from '../decider.ts';

/** A section, or null for all issues. */
type WantedSection = (typeof sections)[number] | null;

/** A mail that requests confirmation. */
export type SubscriptionRequest = {
  readonly requestId: string;
  readonly section: WantedSection;
  /** ISO 8601, UTC. */
  readonly at: string;
};

/** A subscription, confirmed or not yet. */
export type Subscription = {
  readonly subscriberId: string;
  readonly confirmed: { readonly section: WantedSection } | null;
  /** In the order in which they were made; at least one. */
  readonly requests: readonly SubscriptionRequest[];
};

/**
 * State after folding the events of an address's stream, readable without any key. `revision` is that of the last
 * event, -1 if there is none. `ended`: ids of earlier subscribers; `unanswered`: all mails since the last confirmation.
 */
export type SubscriptionState = {
  readonly revision: number;
  readonly ended: readonly string[];
  readonly current: Subscription | null;
  readonly unanswered: readonly SubscriptionRequest[];
};

function evolve(state: SubscriptionState, event: Dated<NewsletterEvent>): SubscriptionState {
  const { current, unanswered } = state;
  const next = { ...state, revision: state.revision + 1 };
  const { subscriberId } = event.data;
  const isFirst = current === null && event.type === 'SubscriptionRequested';
  if (!isFirst && current?.subscriberId !== subscriberId)
    throw new Error(`${event.type} does not belong to the current subscriber`);
  switch (event.type) {
    case 'SubscriptionRequested': {
      const { requestId, section = null } = event.data;
      const request = { requestId, section, at: event.metadata.at };
      const requests = [...(current?.requests ?? []), request];
      const confirmed = current?.confirmed ?? null;
      return {
        ...next,
        current: { subscriberId, confirmed, requests },
        unanswered: [...unanswered, request],
      };
    }
    case 'SubscriptionConfirmed': {
      const { section = current?.requests.at(-1)?.section ?? null } = event.data;
      return { ...next, current: current && { ...current, confirmed: { section } }, unanswered: [] };
    }
    case 'SubscriptionEnded':
      return { ...next, ended: [...state.ended, subscriberId], current: null };
    default:
      return event satisfies never;
  }
}

/** `at`: ISO 8601, UTC. */
type Commands = {
  /** `newSubscriberId` is for a new subscription; an existing one keeps its id. */
  RequestSubscription: {
    email: string;
    section?: WantedSection | undefined;
    /** Whether nothing is mailed to the address because of bounces, until it is confirmed again. */
    isSuppressed: boolean;
    newSubscriberId: string;
    requestId: string;
    at: string;
  };
  /** By a reader of the address's mail, which states what they will get. */
  ConfirmSubscription: { subscriberId: string; requestId: string; at: string };
  /** Without `subscriberId`: ends the current subscription. */
  EndSubscription: { subscriberId?: string };
  /** Does nothing if it was confirmed, or requested since `requestedBefore`. */
  EndUnconfirmed: { requestedBefore: string };
};
/** `emailHash` names the stream; an account's claim on the address has the same hash. */
export type SubscriptionCommand = CommandOf<Commands> & { readonly emailHash: string };

/** The link was never valid for this subscription, or no longer is. */
export type SubscriptionRejection = 'link-void';

type SubscriptionDecision = Decision<NewNewsletterEvent, SubscriptionRejection>;

export const subscriptionDecider: Decider<
  SubscriptionState,
  SubscriptionCommand,
  NewNewsletterEvent,
  SubscriptionRejection
> = {
  initialState: { revision: -1, ended: [], current: null, unanswered: [] },
  streamOf: ({ emailHash }) => newsletterStream(emailHash),
  evolve,
  decide,
};

const minute = 60_000;
const day = 24 * 60 * minute;
/** Time for which a mailed link can confirm, in milliseconds: afterwards the address is no longer needed. */
const linkLifetime = retention.unconfirmedSubscription.lifetime;
/** Time without another mail after the first one, in milliseconds; doubled after each further mail, up to a day. */
const initialPause = 10 * minute;

const nothing: SubscriptionDecision = { events: [] };

function decide(command: SubscriptionCommand, state: SubscriptionState): SubscriptionDecision {
  const { current } = state;
  switch (command.type) {
    case 'RequestSubscription': {
      const { email, section = null, isSuppressed, newSubscriberId, requestId, at } = command;
      if (current?.confirmed?.section === section && !isSuppressed) return nothing;
      if (isPaused(state.unanswered, at)) return nothing;
      const subscriberId = current?.subscriberId ?? newSubscriberId;
      const data = { subscriberId, requestId, email, ...(section && { section }) };
      return { events: [{ type: 'SubscriptionRequested', data }] };
    }
    case 'ConfirmSubscription': {
      const { subscriberId, requestId, at } = command;
      const request = current?.requests.find((one) => one.requestId === requestId);
      if (current?.subscriberId !== subscriberId || !request) return { rejection: 'link-void' };
      const { section } = request;
      const isAnswered = !state.unanswered.some((one) => one.requestId === requestId);
      if (isAnswered && current.confirmed?.section === section) return nothing;
      if (Date.parse(at) - Date.parse(request.at) >= linkLifetime) return { rejection: 'link-void' };
      return { events: [{ type: 'SubscriptionConfirmed', data: { subscriberId, section } }] };
    }
    case 'EndSubscription': {
      const subscriberId = command.subscriberId ?? current?.subscriberId;
      if (subscriberId === undefined) return nothing;
      if (current?.subscriberId === subscriberId)
        return { events: [{ type: 'SubscriptionEnded', data: { subscriberId } }] };
      // Not if the address has subscribed again: it would be told of the end and yet keep getting mail.
      return !current && state.ended.includes(subscriberId) ? nothing : { rejection: 'link-void' };
    }
    case 'EndUnconfirmed': {
      const last = current?.requests.at(-1);
      if (!current || !last || current.confirmed || last.at >= command.requestedBefore) return nothing;
      return { events: [{ type: 'SubscriptionEnded', data: { subscriberId: current.subscriberId } }] };
    }
    default:
      return command satisfies never;
  }
}

/**
 * Whether an address must not be mailed yet, so that nobody can flood somebody else's. Ending the subscription in
 * between, as erasing an account with that address does, does not shorten the pause.
 */
function isPaused(unanswered: SubscriptionState['unanswered'], at: string): boolean {
  const last = unanswered.at(-1);
  const pause = Math.min(initialPause * 2 ** (unanswered.length - 1), day);
  return last !== undefined && Date.parse(at) - Date.parse(last.at) < pause;
}

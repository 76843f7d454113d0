import type { NewNewsletterEvent } from '@journal/events';
import type {
  ConfirmSubscription,
  EndSubscription,
  RequestSubscription,
  SubscriptionCommand,
  SubscriptionRejection,
} from './subscription.commands.ts';
import type { SubscriptionState } from './subscription.state.ts';

/** What is to happen (nothing, where nothing would change), or why it may not. */
export type Decision =
  | { readonly events: readonly NewNewsletterEvent[] }
  | { readonly rejection: SubscriptionRejection };

const minute = 60_000;
const day = 24 * 60 * minute;
/** How long the link of a mail confirms, in milliseconds. */
const linkLife = 7 * day;
/** How long an address has peace after the first mail; twice as long after each further one, a day at most. */
const firstPeace = 10 * minute;

const nothing: Decision = { events: [] };

/** Decides one command against what the stream's events add up to. Pure. */
export function decide(command: SubscriptionCommand, state: SubscriptionState): Decision {
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

function decideRequest(command: RequestSubscription, state: SubscriptionState): Decision {
  const { email, newSubscriberId, requestId, at } = command;
  const { current, unanswered } = state;
  if (current?.confirmed || hasPeace(unanswered, at)) return nothing;
  const subscriberId = current?.subscriberId ?? newSubscriberId;
  return { events: [{ type: 'SubscriptionRequested', data: { subscriberId, requestId, email } }] };
}

/**
 * Nobody who gives an address that isn't theirs can have it mailed again and again; not by ending what they asked for
 * either, as whoever registers with that address, and has the account erased, does.
 */
function hasPeace(unanswered: SubscriptionState['unanswered'], at: string): boolean {
  const last = unanswered.at(-1);
  const peace = Math.min(firstPeace * 2 ** (unanswered.length - 1), day);
  return last !== undefined && Date.parse(at) - Date.parse(last.at) < peace;
}

function decideConfirm(
  { subscriberId, requestId, at }: ConfirmSubscription,
  { current }: SubscriptionState,
): Decision {
  if (current?.subscriberId !== subscriberId) return { rejection: 'link-void' };
  const request = current.requests.find((one) => one.requestId === requestId);
  if (!request) return { rejection: 'link-void' };
  if (current.confirmed) return nothing;
  if (Date.parse(at) - Date.parse(request.at) >= linkLife) return { rejection: 'link-void' };
  return { events: [{ type: 'SubscriptionConfirmed', data: { subscriberId } }] };
}

function decideEnd(command: EndSubscription, { current, ended }: SubscriptionState): Decision {
  const subscriberId = command.subscriberId ?? current?.subscriberId;
  if (subscriberId === undefined) return nothing;
  if (current?.subscriberId === subscriberId)
    return { events: [{ type: 'SubscriptionEnded', data: { subscriberId } }] };
  // Not where the address has begun again: who hears that it is over would go on getting mail.
  return current === null && ended.includes(subscriberId) ? nothing : { rejection: 'link-void' };
}

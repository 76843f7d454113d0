import Type, { type Static } from 'typebox';
import type { EventDefinition } from '../event/event-definition.ts';
import type { NewEventOf, ReadEventOf } from '../event/event-types.ts';

const closed = { additionalProperties: false } as const;
/** A new one for each time an address begins again, because a key that was deleted is never made again. */
const subscriberId = Type.String();

/** Somebody gave an address; nothing but the question whether it was they is mailed until it is confirmed. */
export const SubscriptionRequested = Type.Object(
  { subscriberId, requestId: Type.String(), email: Type.String() },
  closed,
);
export type SubscriptionRequested = Static<typeof SubscriptionRequested>;

export const SubscriptionConfirmed = Type.Object({ subscriberId }, closed);

/** The address is erased with it. */
export const SubscriptionEnded = Type.Object({ subscriberId }, closed);

export const subscriberSubject = (data: { readonly subscriberId: string }) =>
  `subscriber:${data.subscriberId}`;

const plain = { version: 1, sealed: [], upcasts: [] } as const;

export const newsletterEvents = {
  SubscriptionRequested: {
    ...plain,
    type: 'SubscriptionRequested',
    schema: SubscriptionRequested,
    sealed: [{ subject: subscriberSubject, fields: ['email'] }],
  } as const satisfies EventDefinition<'SubscriptionRequested', typeof SubscriptionRequested>,
  SubscriptionConfirmed: {
    ...plain,
    type: 'SubscriptionConfirmed',
    schema: SubscriptionConfirmed,
  } as const satisfies EventDefinition<'SubscriptionConfirmed', typeof SubscriptionConfirmed>,
  SubscriptionEnded: {
    ...plain,
    type: 'SubscriptionEnded',
    schema: SubscriptionEnded,
  } as const satisfies EventDefinition<'SubscriptionEnded', typeof SubscriptionEnded>,
};

/** The events of an address's newsletter stream as they are decided. */
export type NewNewsletterEvent = NewEventOf<typeof newsletterEvents>;

/** The events of an address's newsletter stream as they are read; the address may be null. */
export type NewsletterEvent = ReadEventOf<typeof newsletterEvents>;

/** `hash` stands for the address: the one that an account's claim on it has. */
export const newsletterStream = (hash: string) => `newsletter-${hash}`;

/** The hash that names a newsletter stream. */
export const addressHashOf = (stream: string) => stream.slice(newsletterStream('').length);

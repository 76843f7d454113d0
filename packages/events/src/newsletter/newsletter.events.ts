import Type from 'typebox';
import { defineEvents, type NewEventOf, type ReadEventOf } from '../event/event.ts';

/** A new one each time an address subscribes again, because a deleted key is never created again. */
const subscriberId = Type.String();

export const subscriberSubject = (data: { readonly subscriberId: string }) =>
  `subscriber:${data.subscriberId}`;

export const newsletterEvents = defineEvents({
  /** Somebody gave an address; until it is confirmed, it is sent nothing but the request to confirm. */
  SubscriptionRequested: {
    data: { subscriberId, requestId: Type.String(), email: Type.String() },
    sealed: [{ subject: subscriberSubject, fields: ['email'] }],
  },
  SubscriptionConfirmed: { data: { subscriberId } },
  /** The address is erased with it. */
  SubscriptionEnded: { data: { subscriberId } },
});

/** The events of an address's newsletter stream as they are decided. */
export type NewNewsletterEvent = NewEventOf<typeof newsletterEvents>;

/** The events of an address's newsletter stream as they are read; the address may be null. */
export type NewsletterEvent = ReadEventOf<typeof newsletterEvents>;

/** Returns the stream of an address; `hash` is the one that an account's claim on the address has. */
export const newsletterStream = (hash: string) => `newsletter-${hash}`;

/** Returns the hash that names a newsletter stream. */
export const addressHashOf = (stream: string) => stream.slice(newsletterStream('').length);

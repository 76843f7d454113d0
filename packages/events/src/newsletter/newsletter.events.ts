import Type from 'typebox';
import { defineEvents, type NewEventOf, type ReadEventOf } from '../event/event.ts';
import { sections } from '../fields/bounds.ts';
import { nullable } from '../fields/field-schemas.ts';

/** A new one each time an address subscribes again, because a deleted key is never created again. */
const subscriberId = Type.String();
const section = Type.Enum([...sections]);

export const subscriberSubject = (data: { readonly subscriberId: string }) =>
  `subscriber:${data.subscriberId}`;

export const newsletterEvents = defineEvents({
  /**
   * Somebody gave an address; it is sent the request to confirm, and until that was followed nothing else. `section`: only
   * issues with something from it are wanted; without it, all of them. What was confirmed before goes on meanwhile.
   */
  SubscriptionRequested: {
    data: {
      subscriberId,
      requestId: Type.String(),
      email: Type.String(),
      section: Type.Optional(section),
    },
    sealed: [{ subject: subscriberSubject, fields: ['email'] }],
  },
  /**
   * `section` is that of the request whose link was followed, null for all issues; a later one replaces it. Where it is not
   * said, as in older events, it is that of the last request.
   */
  SubscriptionConfirmed: { data: { subscriberId, section: Type.Optional(nullable(section)) } },
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

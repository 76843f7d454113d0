import Type from 'typebox';
import { defineEvents, type NewEventOf, type ReadEventOf } from '../event/event.ts';
import { sections } from '../fields/bounds.ts';
import { nullable } from '../fields/field-schemas.ts';

/** A new id each time an address subscribes again, because a deleted key is never created again. */
const subscriberId = Type.String();
const section = Type.Enum([...sections]);

export const subscriberSubject = (data: { readonly subscriberId: string }) =>
  `subscriber:${data.subscriberId}`;

export const newsletterEvents = defineEvents({
  /**
   * Someone entered an address. It is sent a confirmation request, and nothing else until confirmed. `section`: only
   * issues with pieces from this section are wanted; if absent, all issues. An earlier confirmed subscription continues
   * meanwhile.
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
   * `section`: the section in the request whose link was followed, null for all issues. A later confirmation replaces
   * it. If absent, as in older events, the section of the latest request applies.
   */
  SubscriptionConfirmed: { data: { subscriberId, section: Type.Optional(nullable(section)) } },
  /** The address is erased with the subscription. */
  SubscriptionEnded: { data: { subscriberId } },
});

/** Events of an address's newsletter stream, as returned by the decider. */
export type NewNewsletterEvent = NewEventOf<typeof newsletterEvents>;

/** Events of an address's newsletter stream, as read from the log; the address may be null. */
export type NewsletterEvent = ReadEventOf<typeof newsletterEvents>;

/** Returns the newsletter stream of an address. `hash`: the hash in an account's claim on the address. */
export const newsletterStream = (hash: string) => `newsletter-${hash}`;

/** Returns the hash in the name of a newsletter stream. */
export const addressHashOf = (stream: string) => stream.slice(newsletterStream('').length);

import { maxEmailLength } from '@journal/events/fields';
import Type, { type Static } from 'typebox';

const closed = { additionalProperties: false } as const;

/** The address arrives trimmed and in lower case, see `normaliseEmail`. */
export const Subscription = Type.Object(
  {
    email: Type.String({
      format: 'email-address',
      label: 'Email',
      maxLength: maxEmailLength,
      message: 'Invalid email address',
    }),
  },
  closed,
);
export type Subscription = Static<typeof Subscription>;

/** The token of a link that was mailed to the subscriber. */
export const SubscriptionToken = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 500 }) },
  closed,
);
export type SubscriptionToken = Static<typeof SubscriptionToken>;

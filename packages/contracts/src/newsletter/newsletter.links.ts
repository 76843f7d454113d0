/** The pages about the newsletter: the first two are opened from mail, with `?token=`. */
export const newsletterPages = {
  confirm: '/newsletter/confirm',
  unsubscribe: '/newsletter/unsubscribe',
  subscribe: '/newsletter/subscribe',
} as const;

/** The page that a mail after a registration leads to, with `?token=`. */
export const confirmEmailPage = '/confirm-email';

/** Takes RFC 8058's one-click POST, with `?token=`. */
export const oneClickPath = '/api/newsletter/unsubscribe';

/** With which a form that was sent without scripts comes back to its page: `done`, or the code of a problem. */
export const outcomeParameter = 'outcome';
/** Beside an outcome of `too-many-requests`: for how many seconds. */
export const waitParameter = 'wait';

/** What everybody hears who gives an address, whoever's it is. */
export const subscriptionAsked =
  'Almost there: please open the message that we have sent you and confirm your subscription.';

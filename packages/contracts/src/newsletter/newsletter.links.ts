/** Pages about the newsletter. The first two are opened from mail, with `?token=`. */
export const newsletterPages = {
  confirm: '/newsletter/confirm',
  unsubscribe: '/newsletter/unsubscribe',
  subscribe: '/newsletter/subscribe',
} as const;

/** Page linked from the mail after a registration, with `?token=`. */
export const confirmEmailPage = '/confirm-email';

/** Accepts RFC 8058's one-click POST, with `?token=`. */
export const oneClickPath = '/api/newsletter/unsubscribe';

/** Query parameter with which a form sent without scripts returns to its page: `done`, or the code of a problem. */
export const outcomeParameter = 'outcome';
/** Seconds to wait, together with the outcome `too-many-requests`. */
export const waitParameter = 'wait';

/** Response to everyone who enters an address, no matter whose it is. */
export const subscriptionRequestedMessage =
  'Almost there: please open the email we have sent you and confirm your subscription.';

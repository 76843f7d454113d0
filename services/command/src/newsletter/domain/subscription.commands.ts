/** Somebody gives an address. The ids are for what comes of it; `at` is ISO 8601, UTC. */
export type RequestSubscription = {
  readonly type: 'RequestSubscription';
  readonly email: string;
  /** For a subscription that begins; one that waits to be confirmed keeps its own. */
  readonly newSubscriberId: string;
  readonly requestId: string;
  readonly at: string;
};

/** Whoever reads the address's mail says that it was they. */
export type ConfirmSubscription = {
  readonly type: 'ConfirmSubscription';
  readonly subscriberId: string;
  readonly requestId: string;
  readonly at: string;
};

/** Without a subscriber: whichever there is. */
export type EndSubscription = { readonly type: 'EndSubscription'; readonly subscriberId?: string };

export type SubscriptionCommand = RequestSubscription | ConfirmSubscription | EndSubscription;

/** The link is not, or no more, one that does this. */
export type SubscriptionRejection = 'link-void';

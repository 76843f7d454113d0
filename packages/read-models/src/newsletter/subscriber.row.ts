/** Somebody who subscribed to the newsletter. It is deleted when the subscription ends. */
export type SubscriberRow = {
  readonly subscriberId: string;
  /** Names the stream; the `emailHash` of an account with this address. */
  readonly addressHash: string;
  /** Null where the key is gone; the end of the subscription is then on its way. */
  readonly email: string | null;
  /** ISO 8601, UTC, milliseconds. Null until it is confirmed: until then nothing else may be mailed. */
  readonly confirmedAt: string | null;
};

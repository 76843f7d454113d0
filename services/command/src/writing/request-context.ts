import type { Actor } from '@journal/events';

/** Who asks for a change, and as part of which request. */
export type RequestContext = {
  readonly actor: Actor;
  readonly requestId: string;
  /** Names the ids of everything this request writes; see `RequestIds`. */
  readonly ids: RequestIds;
  /** There where the request may come again and must count once. */
  readonly idempotency?: IdempotentRequest;
};

/** Gives the same UUID for the same label for as long as it is the same request. */
export type RequestIds = (label: string) => string;

export type IdempotentRequest = {
  /** Where its acceptance is written. */
  readonly stream: string;
  /** What it asks for, without saying it. */
  readonly fingerprint: string;
};

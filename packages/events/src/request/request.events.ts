import Type from 'typebox';
import { defineEvents } from '../event/event.ts';

export const requestEvents = defineEvents({
  /**
   * A request with an Idempotency-Key was accepted; its events are appended to `stream`. The first and only event of
   * its `idempotencyStream`, where a repeated request finds it.
   */
  RequestAccepted: {
    data: {
      /** Keyed hash of method, path and body; reveals nothing about them without the key. */
      fingerprint: Type.String(),
      stream: Type.String(),
    },
  },
});

/** Returns the stream of a request. `hash`: keyed hash of the actor and the Idempotency-Key. */
export const idempotencyStream = (hash: string) => `idempotency-${hash}`;

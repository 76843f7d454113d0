import Type from 'typebox';
import { defineEvents } from '../event/event.ts';

export const requestEvents = defineEvents({
  /**
   * A request with an Idempotency-Key was accepted, and what it writes goes to `stream`. The first and only event of its
   * `idempotencyStream`, where a repeated request finds it.
   */
  RequestAccepted: {
    data: {
      /** Keyed hash of method, path and body; reveals nothing about them without the key. */
      fingerprint: Type.String(),
      stream: Type.String(),
    },
  },
});

/** Returns the stream of a request; `hash` stands for the actor and the key they chose. */
export const idempotencyStream = (hash: string) => `idempotency-${hash}`;

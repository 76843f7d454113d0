import Type, { type Static } from 'typebox';
import type { EventDefinition } from '../event/event-definition.ts';
import type { NewEventOf } from '../event/event-types.ts';

/**
 * A request with an Idempotency-Key has been accepted, and what it writes goes to `stream`. The first and only event
 * of its `idempotencyStream`: whoever repeats the request finds it there.
 */
export const RequestAccepted = Type.Object(
  {
    /** Keyed hash of method, path and body; says nothing about them without the key. */
    fingerprint: Type.String(),
    stream: Type.String(),
  },
  { additionalProperties: false },
);
export type RequestAccepted = Static<typeof RequestAccepted>;

export const requestEvents = {
  RequestAccepted: {
    type: 'RequestAccepted',
    version: 1,
    schema: RequestAccepted,
    sealed: [],
    upcasts: [],
  } as const satisfies EventDefinition<'RequestAccepted', typeof RequestAccepted>,
};

export type RequestEvent = NewEventOf<typeof requestEvents>;

/** `hash` stands for the actor and the key they chose. */
export const idempotencyStream = (hash: string) => `idempotency-${hash}`;

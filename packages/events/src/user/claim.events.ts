import Type from 'typebox';
import type { EventDefinition } from '../event/event-definition.ts';
import type { NewEventOf } from '../event/event-types.ts';

/**
 * A value that may be one user's only belongs to whoever the last claim names. The stream is named by a keyed hash of
 * the value; a claim whose user never came to be is taken over.
 */
export const ValueClaimed = Type.Object({ userId: Type.String() }, { additionalProperties: false });

/** The value is free again: the user it belonged to has been forgotten. */
export const ValueReleased = Type.Object({ userId: Type.String() }, { additionalProperties: false });

export const claimEvents = {
  ValueClaimed: {
    type: 'ValueClaimed',
    version: 1,
    schema: ValueClaimed,
    sealed: [],
    upcasts: [],
  } as const satisfies EventDefinition<'ValueClaimed', typeof ValueClaimed>,
  ValueReleased: {
    type: 'ValueReleased',
    version: 1,
    schema: ValueReleased,
    sealed: [],
    upcasts: [],
  } as const satisfies EventDefinition<'ValueReleased', typeof ValueReleased>,
};

export type ClaimEvent = NewEventOf<typeof claimEvents>;

/** What can be claimed. */
export type ClaimedKind = 'email' | 'username';

/** `hash` stands for the value. */
export const claimStream = (kind: ClaimedKind, hash: string) => `${kind}-${hash}`;

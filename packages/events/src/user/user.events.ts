import Type, { type Static } from 'typebox';
import type { EventDefinition } from '../event/event-definition.ts';
import type { NewEventOf, ReadEventOf } from '../event/event-types.ts';

/** An unknown field would be stored in the clear: sealing refuses it. */
const closed = { additionalProperties: false } as const;
const userId = Type.String();
/** One request for a temporary password. */
const resetId = Type.String();
const ofUser = Type.Object({ userId }, closed);

/** Somebody has an account. The hashes name the claim streams that keep address and username theirs. */
export const UserRegistered = Type.Object(
  {
    userId,
    emailHash: Type.String(),
    usernameHash: Type.String(),
    email: Type.String(),
    username: Type.String(),
    fullName: Type.String(),
    /** In the PHC string format. */
    passwordHash: Type.String(),
  },
  closed,
);
export type UserRegistered = Static<typeof UserRegistered>;

/** Nobody may register with this id any more: its claims were taken over before it came to be. */
export const RegistrationAbandoned = ofUser;

/** Ends every session that is older, and any temporary password. */
export const PasswordChanged = Type.Object({ userId, passwordHash: Type.String() }, closed);

/** A temporary password was asked for; it is made and mailed later. */
export const PasswordResetRequested = Type.Object({ userId, resetId }, closed);

/** Valid until `expiresAt`, in place of the one before it. The hash says nothing without the key it is made with. */
export const TemporaryPasswordIssued = Type.Object(
  {
    userId,
    resetId,
    temporaryPasswordHash: Type.String(),
    /** ISO 8601, UTC. */
    expiresAt: Type.String({ format: 'date-time' }),
  },
  closed,
);

/** It has signed somebody in for the first time; from here the old password is void. */
export const TemporaryPasswordUsed = Type.Object({ userId, resetId }, closed);

export const AdminGranted = ofUser;

/** Ends every session that is older. */
export const AdminRevoked = ofUser;

/** What becomes of a person's published pieces when the person goes. */
export const PiecesOfForgotten = Type.Enum(['keep', 'remove']);
export type PiecesOfForgotten = Static<typeof PiecesOfForgotten>;

/** The person has gone for good; their keys are deleted with it. */
export const UserForgotten = Type.Object({ userId, pieces: PiecesOfForgotten }, closed);
export type UserForgotten = Static<typeof UserForgotten>;

/** The key of an account: address, names and password. */
export const userSubject = (data: { readonly userId: string }) => `user:${data.userId}`;

const plain = { version: 1, sealed: [], upcasts: [] } as const;

export const userEvents = {
  UserRegistered: {
    ...plain,
    type: 'UserRegistered',
    schema: UserRegistered,
    sealed: [{ subject: userSubject, fields: ['email', 'username', 'fullName', 'passwordHash'] }],
  } as const satisfies EventDefinition<'UserRegistered', typeof UserRegistered>,
  RegistrationAbandoned: {
    ...plain,
    type: 'RegistrationAbandoned',
    schema: RegistrationAbandoned,
  } as const satisfies EventDefinition<'RegistrationAbandoned', typeof RegistrationAbandoned>,
  PasswordChanged: {
    ...plain,
    type: 'PasswordChanged',
    schema: PasswordChanged,
    sealed: [{ subject: userSubject, fields: ['passwordHash'] }],
  } as const satisfies EventDefinition<'PasswordChanged', typeof PasswordChanged>,
  PasswordResetRequested: {
    ...plain,
    type: 'PasswordResetRequested',
    schema: PasswordResetRequested,
  } as const satisfies EventDefinition<'PasswordResetRequested', typeof PasswordResetRequested>,
  TemporaryPasswordIssued: {
    ...plain,
    type: 'TemporaryPasswordIssued',
    schema: TemporaryPasswordIssued,
    sealed: [{ subject: userSubject, fields: ['temporaryPasswordHash'] }],
  } as const satisfies EventDefinition<'TemporaryPasswordIssued', typeof TemporaryPasswordIssued>,
  TemporaryPasswordUsed: {
    ...plain,
    type: 'TemporaryPasswordUsed',
    schema: TemporaryPasswordUsed,
  } as const satisfies EventDefinition<'TemporaryPasswordUsed', typeof TemporaryPasswordUsed>,
  AdminGranted: {
    ...plain,
    type: 'AdminGranted',
    schema: AdminGranted,
  } as const satisfies EventDefinition<'AdminGranted', typeof AdminGranted>,
  AdminRevoked: {
    ...plain,
    type: 'AdminRevoked',
    schema: AdminRevoked,
  } as const satisfies EventDefinition<'AdminRevoked', typeof AdminRevoked>,
  UserForgotten: {
    ...plain,
    type: 'UserForgotten',
    schema: UserForgotten,
  } as const satisfies EventDefinition<'UserForgotten', typeof UserForgotten>,
};

/** The events of a user's stream as they are decided. */
export type NewUserEvent = NewEventOf<typeof userEvents>;

/** The events of a user's stream as they are read; sealed fields may be null. */
export type UserEvent = ReadEventOf<typeof userEvents>;

export const userStream = (userId: string) => `user-${userId}`;

const sessionEnders: ReadonlySet<string> = new Set<UserEvent['type']>([
  'PasswordChanged',
  'AdminRevoked',
  'UserForgotten',
]);

/** Whether sessions that are older than an event of this type are over: each raises the user's session version by one. */
export const endsSessions = (type: string): boolean => sessionEnders.has(type);

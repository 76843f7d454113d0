import Type, { type Static } from 'typebox';
import { defineEvents, type NewEventOf, type ReadEventOf } from '../event/event.ts';
import { namesSealedFor } from '../fields/field.ts';
import { dataProperties } from '../fields/field-schemas.ts';
import { givenRoles } from '../fields/roles.ts';
import { accountFields } from './account.fields.ts';

const userId = Type.String();
/** Identifies one request for a temporary password. */
const resetId = Type.String();
const role = Type.Enum([...givenRoles]);

/** The journal's id for a passkey. The device uses a different one. */
const passkeyId = Type.String();

/** Returns the subject of an account's key, which seals address, names and password. */
export const userSubject = (data: { readonly userId: string }) => `user:${data.userId}`;

/** Identifies one request for a guardian's consent. */
const guardianId = Type.String();

/**
 * Returns the subject whose key seals a guardian's address. The key is deleted with the writer's, or earlier if it is
 * no longer needed.
 */
export const guardianSubject = (data: { readonly userId: string; readonly guardianId: string }) =>
  `${userSubject(data)}/guardian:${data.guardianId}`;

/** Whether a forgotten person's published pieces stay, without a byline, or are erased too. */
const PiecesOfForgotten = Type.Enum(['keep', 'remove']);
export type PiecesOfForgotten = Static<typeof PiecesOfForgotten>;

export const userEvents = defineEvents({
  /** The hashes name the claim streams that keep address and username unique. */
  UserRegistered: {
    data: {
      userId,
      emailHash: Type.String(),
      usernameHash: Type.String(),
      ...dataProperties(accountFields),
      /** Password hash in the PHC string format. */
      passwordHash: Type.String(),
    },
    sealed: [{ subject: userSubject, fields: [...namesSealedFor(accountFields, 'user'), 'passwordHash'] }],
  },
  /** This id can no longer be registered: its claims were taken over before the registration was complete. */
  RegistrationAbandoned: { data: { userId } },
  /** Ends all older sessions and voids any temporary password. */
  PasswordChanged: {
    data: { userId, passwordHash: Type.String() },
    sealed: [{ subject: userSubject, fields: ['passwordHash'] }],
  },
  /** A temporary password was requested; it is issued and mailed later. */
  PasswordResetRequested: { data: { userId, resetId } },
  /** Valid until `expiresAt`; replaces the previous one. The hash is keyed, so it reveals nothing on its own. */
  TemporaryPasswordIssued: {
    data: {
      userId,
      resetId,
      temporaryPasswordHash: Type.String(),
      /** ISO 8601, UTC. */
      expiresAt: Type.String({ format: 'date-time' }),
    },
    sealed: [{ subject: userSubject, fields: ['temporaryPasswordHash'] }],
  },
  /** First sign-in with the temporary password. From now on the old password is void. */
  TemporaryPasswordUsed: { data: { userId, resetId } },
  /** The person who registered proved that they receive mail at the address, or an operator vouched for it. */
  UserEmailConfirmed: { data: { userId } },
  /** Another confirmation mail was requested. The first one is sent after every registration. */
  EmailConfirmationRequested: { data: { userId } },
  /** Each of the user's published pieces links to the others, until `OtherPiecesHidden`. */
  OtherPiecesShown: { data: { userId } },
  OtherPiecesHidden: { data: { userId } },
  /** About a pitch, the user is mailed only requests for action and final outcomes, until `AllMailsChosen`. */
  FewerMailsChosen: { data: { userId } },
  AllMailsChosen: { data: { userId } },
  /** Ends all older sessions. The session that requested this is replaced by a new one. */
  OtherSessionsEnded: { data: { userId } },
  /**
   * A device can now sign the user in. Its identifying data is personal: the credential id is the same wherever the key
   * is known.
   */
  PasskeyAdded: {
    data: {
      userId,
      passkeyId,
      /** The device's id for the passkey, base64url. */
      credentialId: Type.String(),
      /** COSE key, base64url. */
      publicKey: Type.String(),
      /** Signature counter; 0 if the device does not count. */
      counter: Type.Integer({ minimum: 0 }),
      /** Transports by which a browser can reach it, such as "internal" or "usb". */
      transports: Type.Array(Type.String()),
      /** Whether the passkey may exist on several devices. */
      isSynced: Type.Boolean(),
      /** Name given by the user. */
      name: Type.String(),
    },
    sealed: [{ subject: userSubject, fields: ['credentialId', 'publicKey', 'name'] }],
  },
  PasskeyRemoved: { data: { userId, passkeyId } },
  /** An operator voided all passkeys and recovery codes. */
  PasskeysReset: { data: { userId } },
  /** Voids all earlier codes. The hashes are keyed, so they reveal nothing on their own. */
  RecoveryCodesIssued: {
    data: { userId, hashes: Type.Array(Type.String()) },
    sealed: [{ subject: userSubject, fields: ['hashes'] }],
  },
  /** `index`: index of the code in the latest set. */
  RecoveryCodeUsed: { data: { userId, index: Type.Integer({ minimum: 0 }) } },
  /** A writer asked a parent or guardian to consent to the publication of their pitches. */
  GuardianAsked: {
    data: { userId, guardianId, email: Type.String() },
    sealed: [{ subject: guardianSubject, fields: ['email'] }],
  },
  /** The reader of mail to the address consented, for all pitches, until they withdraw. */
  GuardianConsented: { data: { userId, guardianId } },
  GuardianDeclined: { data: { userId, guardianId } },
  /** Published pieces are hidden next. */
  ConsentWithdrawn: { data: { userId, guardianId } },
  /** Nobody answered in time, or a new request replaced this one. */
  GuardianRequestEnded: { data: { userId, guardianId } },
  AdminGranted: { data: { userId } },
  /** Ends all older sessions. */
  AdminRevoked: { data: { userId } },
  RoleGranted: { data: { userId, role } },
  /** Ends all older sessions. */
  RoleRevoked: { data: { userId, role } },
  /** The user has been inactive for a long time and is asked by mail whether they still want the account. */
  IdleAccountAsked: { data: { userId } },
  /** The user was permanently forgotten; their keys are deleted next. */
  UserForgotten: { data: { userId, pieces: PiecesOfForgotten } },
});

/** Events of a user's stream, as returned by the decider. */
export type NewUserEvent = NewEventOf<typeof userEvents>;

/** Events of a user's stream, as read from the log; sealed fields may be null. */
export type UserEvent = ReadEventOf<typeof userEvents>;

export const userStream = (userId: string) => `user-${userId}`;

const sessionEnders: ReadonlySet<string> = new Set<UserEvent['type']>([
  'PasswordChanged',
  'OtherSessionsEnded',
  'AdminRevoked',
  'RoleRevoked',
  'UserForgotten',
]);

/** Whether events of this type end the user's older sessions. Each increments the user's session version by one. */
export const endsSessions = (type: string): boolean => sessionEnders.has(type);

export const administratorEvents = defineEvents({
  /**
   * An administrator is about to revoke another's rights, as of this revision of the user. All such events share one
   * stream: if two administrators revoke each other's rights at the same time, one comes first, and the other finds
   * their own rights gone.
   */
  AdministratorRemovalDecided: { data: { userId, revision: Type.Integer() } },
});

export const administratorsStream = 'administrators';

export const claimEvents = defineEvents({
  /**
   * A unique value belongs to the user of the last claim. A keyed hash of the value names the stream. A claim whose
   * user never registered can be taken over.
   */
  ValueClaimed: { data: { userId } },
  /** The value is available again because its user has been forgotten. */
  ValueReleased: { data: { userId } },
});

export type ClaimEvent = NewEventOf<typeof claimEvents>;

/** Kinds of values that can be claimed. */
export type ClaimedKind = 'email' | 'username';

/** Returns the stream of a claim. `hash`: keyed hash of the value. */
export const claimStream = (kind: ClaimedKind, hash: string) => `${kind}-${hash}`;

/** Account usage. Kept in separate streams, so that a login does not have to read all of it. */
export const accessEvents = defineEvents({
  /** `by`: the credential used. A recovery code is entered after a password. */
  UserSignedIn: {
    data: { userId, by: Type.Enum(['password', 'temporary-password', 'passkey', 'recovery-code']) },
  },
  /** `userId` is null if no account has the given address. */
  SignInFailed: { data: { userId: Type.Union([Type.String(), Type.Null()]) } },
  /** All data held about an account was handed out, to the event's actor. */
  AccountExported: { data: { userId } },
  /** Someone responsible for safeguarding was shown the address of a pitch's writer. */
  AddressLookedUp: { data: { userId, submissionId: Type.String() } },
});

/** Returns the stream of one account, or, for null, of everyone without an account. */
export const accessStream = (userId: string | null) => `access-${userId ?? 'unknown'}`;

/** Passkey usage. Each passkey has its own stream, so that the usage of all passkeys never has to be read. */
export const passkeyEvents = defineEvents({
  /** A user signed in with the passkey. `counter`: the device's signature counter. */
  PasskeyUsed: { data: { userId, passkeyId, counter: Type.Integer({ minimum: 0 }) } },
});

export type PasskeyEvent = NewEventOf<typeof passkeyEvents>;

export const passkeyStream = (passkeyId: string) => `passkey-${passkeyId}`;

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

/** Identifies a passkey here; the device has another name for it. */
const passkeyId = Type.String();

/** The key of an account: address, names and password. */
export const userSubject = (data: { readonly userId: string }) => `user:${data.userId}`;

/** Identifies one request for a guardian's consent. */
const guardianId = Type.String();

/** The key of the address of a guardian, which is deleted with the writer's, or before it where it is of no use any more. */
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
      /** In the PHC string format. */
      passwordHash: Type.String(),
    },
    sealed: [{ subject: userSubject, fields: [...namesSealedFor(accountFields, 'user'), 'passwordHash'] }],
  },
  /** Nobody may register with this id any more: its claims were taken over before the registration was complete. */
  RegistrationAbandoned: { data: { userId } },
  /** Ends every older session, and any temporary password. */
  PasswordChanged: {
    data: { userId, passwordHash: Type.String() },
    sealed: [{ subject: userSubject, fields: ['passwordHash'] }],
  },
  /** A temporary password was asked for; it is issued and mailed later. */
  PasswordResetRequested: { data: { userId, resetId } },
  /** Valid until `expiresAt`, and replaces the one before it. The hash is keyed, so it reveals nothing by itself. */
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
  /** It was used to sign in for the first time; from here on the old password is void. */
  TemporaryPasswordUsed: { data: { userId, resetId } },
  /** Whoever registered reads the mail of the address, or an operator says so. */
  UserEmailConfirmed: { data: { userId } },
  /** Another mail with the link that confirms the address was asked for; one is sent after every registration. */
  EmailConfirmationRequested: { data: { userId } },
  /** From each of the person's published pieces readers are led to the others, until they are hidden again. */
  OtherPiecesShown: { data: { userId } },
  OtherPiecesHidden: { data: { userId } },
  /** Of a pitch's way they are mailed only what asks something of them or ends it, until all mails are chosen again. */
  FewerMailsChosen: { data: { userId } },
  AllMailsChosen: { data: { userId } },
  /** Ends every older session; the one from which that was asked is followed by a new one. */
  OtherSessionsEnded: { data: { userId } },
  /** A device can sign the person in from now on. All of it is theirs: its id is the same wherever the key is known. */
  PasskeyAdded: {
    data: {
      userId,
      passkeyId,
      /** As the device names it, base64url. */
      credentialId: Type.String(),
      /** In COSE, base64url. */
      publicKey: Type.String(),
      /** How often it had signed; 0 for one that does not count. */
      counter: Type.Integer({ minimum: 0 }),
      /** How a browser may reach it, as "internal" or "usb". */
      transports: Type.Array(Type.String()),
      /** Whether it may be on several devices. */
      isSynced: Type.Boolean(),
      /** What the person calls it. */
      name: Type.String(),
    },
    sealed: [{ subject: userSubject, fields: ['credentialId', 'publicKey', 'name'] }],
  },
  PasskeyRemoved: { data: { userId, passkeyId } },
  /** By an operator: all passkeys and recovery codes are void. */
  PasskeysReset: { data: { userId } },
  /** Voids the codes before. The hashes are keyed, so they reveal nothing by themselves. */
  RecoveryCodesIssued: {
    data: { userId, hashes: Type.Array(Type.String()) },
    sealed: [{ subject: userSubject, fields: ['hashes'] }],
  },
  /** `index`: of the code, among those issued last. */
  RecoveryCodeUsed: { data: { userId, index: Type.Integer({ minimum: 0 }) } },
  /** A writer asked a parent or guardian to consent to the publication of what they pitch. */
  GuardianAsked: {
    data: { userId, guardianId, email: Type.String() },
    sealed: [{ subject: guardianSubject, fields: ['email'] }],
  },
  /** Whoever reads the mail of the address consented, for all pitches, until they withdraw it. */
  GuardianConsented: { data: { userId, guardianId } },
  GuardianDeclined: { data: { userId, guardianId } },
  /** What was published is hidden next. */
  ConsentWithdrawn: { data: { userId, guardianId } },
  /** Nobody answered in time, or somebody was asked anew. */
  GuardianRequestEnded: { data: { userId, guardianId } },
  AdminGranted: { data: { userId } },
  /** Ends every older session. */
  AdminRevoked: { data: { userId } },
  RoleGranted: { data: { userId, role } },
  /** Ends every older session. */
  RoleRevoked: { data: { userId, role } },
  /** They were not here for a long time, and are asked by mail whether they still want their account. */
  IdleAccountAsked: { data: { userId } },
  /** The person has been forgotten for good; their keys are deleted next. */
  UserForgotten: { data: { userId, pieces: PiecesOfForgotten } },
});

/** The events of a user's stream as they are decided. */
export type NewUserEvent = NewEventOf<typeof userEvents>;

/** The events of a user's stream as they are read; sealed fields may be null. */
export type UserEvent = ReadEventOf<typeof userEvents>;

export const userStream = (userId: string) => `user-${userId}`;

const sessionEnders: ReadonlySet<string> = new Set<UserEvent['type']>([
  'PasswordChanged',
  'OtherSessionsEnded',
  'AdminRevoked',
  'RoleRevoked',
  'UserForgotten',
]);

/** Whether events of this type end the user's older sessions: each raises the user's session version by one. */
export const endsSessions = (type: string): boolean => sessionEnders.has(type);

export const administratorEvents = defineEvents({
  /**
   * One administrator is about to take another's rights, as they were at this revision of the user. All of these are in
   * one stream: of two who take each other's at once one comes first, and the other finds that theirs are gone.
   */
  AdministratorRemovalDecided: { data: { userId, revision: Type.Integer() } },
});

export const administratorsStream = 'administrators';

export const claimEvents = defineEvents({
  /**
   * A value that only one user may have belongs to the user of the last claim. A keyed hash of the value names the
   * stream; a claim whose user never registered is taken over.
   */
  ValueClaimed: { data: { userId } },
  /** The value is free again: its user has been forgotten. */
  ValueReleased: { data: { userId } },
});

export type ClaimEvent = NewEventOf<typeof claimEvents>;

/** What can be claimed. */
export type ClaimedKind = 'email' | 'username';

/** Returns the stream of a claim; `hash` stands for the value. */
export const claimStream = (kind: ClaimedKind, hash: string) => `${kind}-${hash}`;

/** How accounts are used. In streams of their own, so that a login does not have to read them all. */
export const accessEvents = defineEvents({
  /** `by` says with what of the account's; a recovery code is given after a password. */
  UserSignedIn: {
    data: { userId, by: Type.Enum(['password', 'temporary-password', 'passkey', 'recovery-code']) },
  },
  /** `userId` is null where no account has the given address. */
  SignInFailed: { data: { userId: Type.Union([Type.String(), Type.Null()]) } },
  /** Everything that is held about an account was handed out; the actor says to whom. */
  AccountExported: { data: { userId } },
  /** Somebody who looks after the writers' safety was told the address of a pitch's writer. */
  AddressLookedUp: { data: { userId, submissionId: Type.String() } },
});

/** Returns the stream of one account, or, for null, of everybody without one. */
export const accessStream = (userId: string | null) => `access-${userId ?? 'unknown'}`;

/** How passkeys are used, each in a stream of its own, so that nobody has to read all that there ever was. */
export const passkeyEvents = defineEvents({
  /** Somebody signed in with it; `counter` is what the device counted. */
  PasskeyUsed: { data: { userId, passkeyId, counter: Type.Integer({ minimum: 0 }) } },
});

export type PasskeyEvent = NewEventOf<typeof passkeyEvents>;

export const passkeyStream = (passkeyId: string) => `passkey-${passkeyId}`;

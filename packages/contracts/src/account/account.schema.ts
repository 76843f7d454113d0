import { accountFields, answerProperties, requestProperties, roles } from '@journal/events/fields';
import Type, { type Static } from 'typebox';
import { ClosedObject, DateTime, nullable, Uuid } from '../system/schemas.ts';

/** Bounds of a password's length, in characters. The maximum keeps hashing cheap. */
export const passwordBounds = { minimum: 6, maximum: 200 } as const;

const tooLong = `Password must be at most ${passwordBounds.maximum} characters`;

/** Form fields: the address arrives normalised (see `normaliseEmail`), the name trimmed. */
const { email, fullName } = requestProperties(accountFields);

/** A password to compare with the stored one. */
const givenPassword = (label: string) =>
  Type.String({
    minLength: 1,
    maxLength: passwordBounds.maximum,
    label,
    message: `${label} is required`,
    messages: { maxLength: tooLong },
  });

/** A password to store. */
const NewPassword = Type.String({
  minLength: passwordBounds.minimum,
  maxLength: passwordBounds.maximum,
  format: 'printable',
  label: 'Password',
  message: `Password must be at least ${passwordBounds.minimum} characters`,
  messages: { maxLength: tooLong, format: 'Password contains characters that can’t be used' },
});

export const Registration = ClosedObject({ email, password: NewPassword, fullName });
export type Registration = Static<typeof Registration>;

export const Login = ClosedObject({ email, password: givenPassword('Password') });
export type Login = Static<typeof Login>;

/** The token of a mailed link. */
export const MailedToken = ClosedObject({ token: Type.String({ minLength: 1, maxLength: 500 }) });
export type MailedToken = Static<typeof MailedToken>;

/** Identifies a user by email address. */
export const ForgotPassword = ClosedObject({ email });
export type ForgotPassword = Static<typeof ForgotPassword>;

export const PasswordChange = ClosedObject({
  currentPassword: givenPassword('Current password'),
  newPassword: NewPassword,
});
export type PasswordChange = Static<typeof PasswordChange>;

/** `pieces`: whether published pieces stay, without a name, or are removed. */
export const AccountErasure = ClosedObject({
  password: givenPassword('Password'),
  pieces: Type.Enum(['keep', 'remove'], { message: 'Choose whether your published pieces stay or go' }),
});
export type AccountErasure = Static<typeof AccountErasure>;

const answer = answerProperties(accountFields);

/** The signed-in user, as visible only to them and to administrators. */
export const SessionUser = Type.Object({
  id: Type.String(),
  username: answer.username,
  fullName: answer.fullName,
  email: answer.email,
  isAdmin: Type.Boolean(),
  /** Roles in addition to writer, including `admin`. */
  roles: Type.Array(Type.Enum([...roles])),
  createdAt: DateTime,
});
export type SessionUser = Static<typeof SessionUser>;

/** A user with a role in the newsroom. */
export const NewsroomPerson = Type.Object({
  id: Type.String(),
  fullName: answer.fullName,
  email: answer.email,
  roles: SessionUser.properties.roles,
});
export type NewsroomPerson = Static<typeof NewsroomPerson>;

const RoleName = Type.Enum([...roles], { message: 'Choose a role' });

/** Grants a role to the user whose account has the address. */
export const RoleGrant = ClosedObject({ email, role: RoleName });
export type RoleGrant = Static<typeof RoleGrant>;

export const RoleRemoval = ClosedObject({ role: RoleName });

/** Whether the user is known to receive mail at their address. */
export const EmailStatus = Type.Object({ confirmedAt: nullable(DateTime) });
export type EmailStatus = Static<typeof EmailStatus>;

/** A session in which a user is signed in. */
export const AccountSession = Type.Object({
  id: Uuid,
  /** Short description of the browser; null if it is unknown. */
  device: nullable(Type.String()),
  startedAt: DateTime,
});
export type AccountSession = Static<typeof AccountSession>;

/** A session as its user sees it. */
export const OwnSession = Type.Object({ ...AccountSession.properties, isCurrent: Type.Boolean() });
export type OwnSession = Static<typeof OwnSession>;

/** Settings that users choose for their account. */
export const AccountSettings = ClosedObject({
  /** Whether each of the user's articles links to their others. */
  showsOtherPieces: Type.Boolean(),
  /** Whether they are mailed only requests for action and a pitch's final outcome, not each of its steps. */
  fewerMails: Type.Boolean(),
});
export type AccountSettings = Static<typeof AccountSettings>;

/** The settings to change. */
export const ChangedSettings = Type.Partial(AccountSettings, {
  minProperties: 1,
  additionalProperties: false,
});

/** Response that contains only a message for the user. */
export const Message = Type.Object({ message: Type.String() });
export type Message = Static<typeof Message>;

import { accountFields, answerProperties, requestProperties, roles } from '@journal/events/fields';
import Type, { type Static } from 'typebox';
import { ClosedObject, DateTime, nullable, Uuid } from '../system/schemas.ts';

/** Bounds of a password, in UTF-16 code units; the upper one keeps hashing cheap. */
export const passwordBounds = { minimum: 6, maximum: 200 } as const;

const tooLong = `Password must be at most ${passwordBounds.maximum} characters`;

/** What a person fills in: an address arrives normalised (see `normaliseEmail`), a name trimmed. */
const { email, fullName } = requestProperties(accountFields);

/** One that is given to be compared. */
const givenPassword = (label: string) =>
  Type.String({
    minLength: 1,
    maxLength: passwordBounds.maximum,
    label,
    message: `${label} is required`,
    messages: { maxLength: tooLong },
  });

/** One that is to be kept. */
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

/** The token of a link that was mailed. */
export const MailedToken = ClosedObject({ token: Type.String({ minLength: 1, maxLength: 500 }) });
export type MailedToken = Static<typeof MailedToken>;

/** Names somebody by their address. */
export const ForgotPassword = ClosedObject({ email });
export type ForgotPassword = Static<typeof ForgotPassword>;

export const PasswordChange = ClosedObject({
  currentPassword: givenPassword('Current password'),
  newPassword: NewPassword,
});
export type PasswordChange = Static<typeof PasswordChange>;

/** `pieces`: whether published pieces stay, without a name, or go as well. */
export const AccountErasure = ClosedObject({
  password: givenPassword('Password'),
  pieces: Type.Enum(['keep', 'remove'], { message: 'Choose whether your published pieces stay or go' }),
});
export type AccountErasure = Static<typeof AccountErasure>;

const answer = answerProperties(accountFields);

/** Who is signed in, as only they and admins see it. */
export const SessionUser = Type.Object({
  id: Type.String(),
  username: answer.username,
  fullName: answer.fullName,
  email: answer.email,
  isAdmin: Type.Boolean(),
  /** What they are beside a writer, `admin` among it. */
  roles: Type.Array(Type.Enum([...roles])),
  createdAt: DateTime,
});
export type SessionUser = Static<typeof SessionUser>;

/** Somebody who has a role in the newsroom. */
export const NewsroomPerson = Type.Object({
  id: Type.String(),
  fullName: answer.fullName,
  email: answer.email,
  roles: SessionUser.properties.roles,
});
export type NewsroomPerson = Static<typeof NewsroomPerson>;

const RoleName = Type.Enum([...roles], { message: 'Choose a role' });

/** Gives a role to whoever has the account of an address. */
export const RoleGrant = ClosedObject({ email, role: RoleName });
export type RoleGrant = Static<typeof RoleGrant>;

export const RoleRemoval = ClosedObject({ role: RoleName });

/** Whether the person reads the mail of their address, as far as it is known. */
export const EmailStatus = Type.Object({ confirmedAt: nullable(DateTime) });
export type EmailStatus = Static<typeof EmailStatus>;

/** Where somebody is signed in. */
export const AccountSession = Type.Object({
  id: Uuid,
  /** A few words about the browser; null where it said nothing that is known. */
  device: nullable(Type.String()),
  startedAt: DateTime,
});
export type AccountSession = Static<typeof AccountSession>;

/** The same as whoever asks sees it. */
export const OwnSession = Type.Object({ ...AccountSession.properties, isCurrent: Type.Boolean() });
export type OwnSession = Static<typeof OwnSession>;

/** What people choose about their account. */
export const AccountSettings = ClosedObject({
  /** Whether readers are led from each of their articles to their others. */
  showsOtherPieces: Type.Boolean(),
  /** Whether they are mailed only what asks something of them or ends a pitch's way, and not each step of it. */
  fewerMails: Type.Boolean(),
});
export type AccountSettings = Static<typeof AccountSettings>;

/** What of it is to change. */
export const ChangedSettings = Type.Partial(AccountSettings, {
  minProperties: 1,
  additionalProperties: false,
});

/** What a call answers that has nothing to say but words for the person. */
export const Message = Type.Object({ message: Type.String() });
export type Message = Static<typeof Message>;

import { textLimits } from '@journal/events/fields';
import Type, { type Static } from 'typebox';
import { ClosedObject, Count, DateTime, nullable, Uuid } from '../system/schemas.ts';
import { Login } from './account.schema.ts';

/** Bytes as WebAuthn encodes them in JSON. */
const Base64Url = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' });

const CredentialId = Base64Url(1_400);

/** A browser's response after its device created a passkey. */
export const NewPasskey = ClosedObject({
  id: CredentialId,
  response: ClosedObject({
    clientDataJSON: Base64Url(2_000),
    attestationObject: Base64Url(8_000),
    transports: Type.Array(Type.String({ pattern: '^[a-z-]{1,20}$' }), { maxItems: 10 }),
  }),
});
export type NewPasskey = Static<typeof NewPasskey>;

const name = Type.String({
  minLength: 1,
  maxLength: textLimits.name,
  format: 'printable',
  label: 'Name',
  message: 'Give it a name you will recognize',
  messages: { maxLength: `A name has at most ${textLimits.name} characters` },
});

/** Form for adding a passkey. */
export const PasskeyName = ClosedObject({ name });
export type PasskeyName = Static<typeof PasskeyName>;

const { password } = Login.properties;

/** The same form in a session that began with a password. */
export const PasskeyNameAndPassword = ClosedObject({ name, password });

/** The password is required unless the session began with a passkey. */
export const PasskeyBeginning = ClosedObject({ password: Type.Optional(password) });

export const PasskeyReset = ClosedObject({ password });

export const PasskeyAddition = ClosedObject({ name, passkey: NewPasskey });

/** A browser's response after a passkey was used. */
export const PasskeyAnswer = ClosedObject({
  id: CredentialId,
  response: ClosedObject({
    clientDataJSON: Base64Url(2_000),
    authenticatorData: Base64Url(2_000),
    signature: Base64Url(2_000),
    userHandle: Base64Url(100),
  }),
});
export type PasskeyAnswer = Static<typeof PasskeyAnswer>;

/** Options under their WebAuthn names. The challenge is also in a cookie. */
export const CeremonyOptions = Type.Record(Type.String(), Type.Unknown());

/** A recovery code as it was displayed, in any spelling. */
export const GivenRecoveryCode = ClosedObject({
  code: Type.String({
    minLength: 1,
    maxLength: 100,
    label: 'Recovery code',
    message: 'Recovery code is required',
  }),
});

/** Each code replaces a passkey once. Codes are returned only here and never again. */
export const RecoveryCodes = Type.Object({ recoveryCodes: Type.Array(Type.String()) });
export type RecoveryCodes = Static<typeof RecoveryCodes>;

export const Passkey = Type.Object({
  id: Uuid,
  name: Type.String(),
  addedAt: DateTime,
  /** Null before the first use. */
  lastUsedAt: nullable(DateTime),
});
export type Passkey = Static<typeof Passkey>;

export const OwnPasskeys = Type.Object({
  /** Oldest first. */
  passkeys: Type.Array(Passkey),
  /** Number of unused recovery codes. */
  recoveryCodesLeft: Count,
  /** Whether this session began with a passkey or a recovery code, which allows changing passkeys. */
  isProven: Type.Boolean(),
  /** Whether the password alone can still remove all passkeys. */
  isOnTrial: Type.Boolean(),
});
export type OwnPasskeys = Static<typeof OwnPasskeys>;

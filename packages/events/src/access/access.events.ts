import Type from 'typebox';
import type { EventDefinition } from '../event/event-definition.ts';

/** An unknown field would be stored in the clear: sealing refuses it. */
const closed = { additionalProperties: false } as const;
const ofUser = Type.Object({ userId: Type.String() }, closed);

/** Somebody has signed in; `by` says with which of the account's passwords. */
export const UserSignedIn = Type.Object(
  { userId: Type.String(), by: Type.Enum(['password', 'temporary-password']) },
  closed,
);

/** Somebody tried to; `userId` is null where no account has the address that was given. */
export const SignInFailed = Type.Object({ userId: Type.Union([Type.String(), Type.Null()]) }, closed);

/** Everything that is held about an account was handed out; the actor says to whom. */
export const AccountExported = ofUser;

const plain = { version: 1, sealed: [], upcasts: [] } as const;

/** How accounts are used. Apart from the accounts' own streams, which every sign-in reads whole. */
export const accessEvents = {
  UserSignedIn: {
    ...plain,
    type: 'UserSignedIn',
    schema: UserSignedIn,
  } as const satisfies EventDefinition<'UserSignedIn', typeof UserSignedIn>,
  SignInFailed: {
    ...plain,
    type: 'SignInFailed',
    schema: SignInFailed,
  } as const satisfies EventDefinition<'SignInFailed', typeof SignInFailed>,
  AccountExported: {
    ...plain,
    type: 'AccountExported',
    schema: AccountExported,
  } as const satisfies EventDefinition<'AccountExported', typeof AccountExported>,
};

/** Of one account, or, for null, of everybody who has none. */
export const accessStream = (userId: string | null) => `access-${userId ?? 'unknown'}`;

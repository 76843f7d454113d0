import { endsSessions, type PiecesOfForgotten, type UserEvent } from '@journal/events';
import type { Dated } from '../decider.ts';

/** An account's personal data; null once the person's key is gone. */
export type Profile = { readonly email: string; readonly username: string; readonly fullName: string };

/** One that was mailed; its hash is null once the person's key is gone. */
export type TemporaryPassword = {
  readonly resetId: string;
  readonly hash: string | null;
  /** ISO 8601, UTC. */
  readonly expiresAt: string;
  readonly used: boolean;
};

export type Account = {
  readonly userId: string;
  readonly emailHash: string;
  readonly usernameHash: string;
  readonly profile: Profile | null;
  readonly createdAt: string;
  readonly isAdmin: boolean;
  /** In the PHC string format; null once the key is gone. */
  readonly passwordHash: string | null;
  /** From the use of a temporary password until the next change, the password is not accepted. */
  readonly passwordIsVoid: boolean;
  readonly temporaryPassword: TemporaryPassword | null;
  /** The latest request for a temporary password; null if there is none or the password was changed since. */
  readonly resetId: string | null;
};

/**
 * The state that the events of a stream fold to. `revision` is that of the last one, -1 if there is none;
 * `sessionVersion` grows with each event that ends sessions. All but the sealed fields are known without the key, too.
 */
export type AccountState = { readonly revision: number; readonly sessionVersion: number } & (
  | { readonly status: 'missing' | 'abandoned' }
  | { readonly status: 'registered'; readonly account: Account }
  | { readonly status: 'forgotten'; readonly account: Account; readonly pieces: PiecesOfForgotten }
);

export const initialState: AccountState = { status: 'missing', revision: -1, sessionVersion: 0 };

/** Applies the next event of a stream. Throws where it cannot follow. */
export function evolve(state: AccountState, event: Dated<UserEvent>): AccountState {
  const next = {
    revision: state.revision + 1,
    sessionVersion: state.sessionVersion + (endsSessions(event.type) ? 1 : 0),
  };
  if (state.status === 'missing') {
    if (event.type === 'RegistrationAbandoned') return { ...next, status: 'abandoned' };
    if (event.type === 'UserRegistered') return { ...next, status: 'registered', account: registered(event) };
  }
  if (state.status !== 'registered')
    throw new Error(`${event.type} can't follow in a stream that is ${state.status}`);
  if (event.type === 'UserForgotten')
    return { ...state, ...next, status: 'forgotten', pieces: event.data.pieces };
  return { ...state, ...next, account: { ...state.account, ...changesOf(state.account, event) } };
}

function registered({ data, metadata }: Extract<Dated<UserEvent>, { type: 'UserRegistered' }>): Account {
  const { userId, emailHash, usernameHash, email, username, fullName, passwordHash } = data;
  const isKnown = email !== null && username !== null && fullName !== null;
  return {
    userId,
    emailHash,
    usernameHash,
    profile: isKnown ? { email, username, fullName } : null,
    createdAt: metadata.at,
    isAdmin: false,
    passwordHash,
    passwordIsVoid: false,
    temporaryPassword: null,
    resetId: null,
  };
}

type Later = Exclude<UserEvent, { type: 'UserForgotten' }>;

function changesOf(account: Account, event: Later): Partial<Account> {
  switch (event.type) {
    case 'PasswordChanged':
      return {
        passwordHash: event.data.passwordHash,
        passwordIsVoid: false,
        temporaryPassword: null,
        resetId: null,
      };
    case 'PasswordResetRequested':
      return { resetId: event.data.resetId };
    case 'TemporaryPasswordIssued': {
      const { resetId, temporaryPasswordHash: hash, expiresAt } = event.data;
      return { temporaryPassword: { resetId, hash, expiresAt, used: false } };
    }
    case 'TemporaryPasswordUsed':
      return {
        passwordIsVoid: true,
        temporaryPassword: account.temporaryPassword && { ...account.temporaryPassword, used: true },
      };
    case 'AdminGranted':
      return { isAdmin: true };
    case 'AdminRevoked':
      return { isAdmin: false };
    case 'UserRegistered':
    case 'RegistrationAbandoned':
      throw new Error(`${event.type} can only be the first event of a user`);
    default:
      return event satisfies never;
  }
}

import type { NewUserEvent, PiecesOfForgotten, UserRegistered } from '@journal/events';
import type { Decider, Decision } from '../decider.ts';
import { type Account, type AccountState, evolve, initialState } from './account.state.ts';

export type RegisterUser = { readonly type: 'RegisterUser' } & Readonly<UserRegistered>;

/** Ensures that nobody registers with this id any more. */
export type AbandonRegistration = { readonly type: 'AbandonRegistration'; readonly userId: string };

/** The password that somebody was found to know; checked again against the state that the command is decided on. */
export type PasswordProof =
  | { readonly kind: 'password'; readonly passwordHash: string }
  | { readonly kind: 'temporary'; readonly temporaryPasswordHash: string };

/** A command that needs a proof at a time: ISO 8601, UTC. */
type Proven = { readonly userId: string; readonly proof: PasswordProof; readonly at: string };

export type ChangePassword = Proven & { readonly type: 'ChangePassword'; readonly passwordHash: string };

export type RequestPasswordReset = {
  readonly type: 'RequestPasswordReset';
  readonly userId: string;
  readonly resetId: string;
};

export type IssueTemporaryPassword = {
  readonly type: 'IssueTemporaryPassword';
  readonly userId: string;
  readonly resetId: string;
  readonly temporaryPasswordHash: string;
  /** ISO 8601, UTC. */
  readonly expiresAt: string;
};

export type UseTemporaryPassword = {
  readonly type: 'UseTemporaryPassword';
  readonly userId: string;
  readonly temporaryPasswordHash: string;
  readonly at: string;
};

export type GrantAdmin = { readonly type: 'GrantAdmin'; readonly userId: string };

export type RevokeAdmin = { readonly type: 'RevokeAdmin'; readonly userId: string };

/** Without a proof: by an operator. */
export type ForgetUser = Pick<Proven, 'userId' | 'at'> & {
  readonly type: 'ForgetUser';
  readonly pieces: PiecesOfForgotten;
  readonly proof?: PasswordProof;
};

export type AccountCommand =
  | RegisterUser
  | AbandonRegistration
  | ChangePassword
  | RequestPasswordReset
  | IssueTemporaryPassword
  | UseTemporaryPassword
  | GrantAdmin
  | RevokeAdmin
  | ForgetUser;

export type AccountRejection =
  | 'user-id-taken'
  | 'registration-abandoned'
  | 'user-not-found'
  | 'wrong-password'
  | 'reset-superseded';

type AccountDecision = Decision<NewUserEvent, AccountRejection>;

export const accountDecider: Decider<AccountState, AccountCommand, NewUserEvent, AccountRejection> = {
  initialState,
  evolve,
  decide,
};

function decide(command: AccountCommand, state: AccountState): AccountDecision {
  if (command.type === 'RegisterUser') {
    if (state.status === 'abandoned') return { rejection: 'registration-abandoned' };
    if (state.status !== 'missing') return { rejection: 'user-id-taken' };
    const { type: _type, ...data } = command;
    return { events: [{ type: 'UserRegistered', data }] };
  }
  if (command.type === 'AbandonRegistration') {
    if (state.status === 'abandoned') return { events: [] };
    if (state.status !== 'missing') return { rejection: 'user-id-taken' };
    return { events: [{ type: 'RegistrationAbandoned', data: { userId: command.userId } }] };
  }
  if (state.status === 'forgotten') return decideOnForgotten(command.type);
  if (state.status !== 'registered') return { rejection: 'user-not-found' };
  return decideOnAccount(command, state.account);
}

function decideOnForgotten(type: AccountCommand['type']): AccountDecision {
  if (type === 'ForgetUser') return { events: [] };
  return { rejection: type === 'IssueTemporaryPassword' ? 'reset-superseded' : 'user-not-found' };
}

type Later = Exclude<AccountCommand, { type: 'RegisterUser' | 'AbandonRegistration' }>;

function decideOnAccount(command: Later, account: Account): AccountDecision {
  const { userId } = command;
  switch (command.type) {
    case 'ChangePassword':
      if (!isValid(command.proof, account, command.at)) return { rejection: 'wrong-password' };
      return { events: [{ type: 'PasswordChanged', data: { userId, passwordHash: command.passwordHash } }] };
    case 'RequestPasswordReset':
      return { events: [{ type: 'PasswordResetRequested', data: { userId, resetId: command.resetId } }] };
    case 'IssueTemporaryPassword':
      return decideIssue(command, account);
    case 'UseTemporaryPassword':
      return decideUse(command, account);
    case 'GrantAdmin':
      return { events: account.isAdmin ? [] : [{ type: 'AdminGranted', data: { userId } }] };
    case 'RevokeAdmin':
      return { events: account.isAdmin ? [{ type: 'AdminRevoked', data: { userId } }] : [] };
    case 'ForgetUser':
      if (command.proof && !isValid(command.proof, account, command.at))
        return { rejection: 'wrong-password' };
      return { events: [{ type: 'UserForgotten', data: { userId, pieces: command.pieces } }] };
    default:
      return command satisfies never;
  }
}

function decideIssue(
  command: IssueTemporaryPassword,
  { resetId, temporaryPassword }: Account,
): AccountDecision {
  const { type: _type, ...data } = command;
  if (command.resetId !== resetId) return { rejection: 'reset-superseded' };
  if (temporaryPassword?.resetId === resetId) {
    if (temporaryPassword.hash === command.temporaryPasswordHash) return { events: [] };
    // Its mail has arrived: another one would take the password from whoever is using it.
    if (temporaryPassword.used) return { rejection: 'reset-superseded' };
  }
  return { events: [{ type: 'TemporaryPasswordIssued', data }] };
}

function decideUse(
  { userId, temporaryPasswordHash, at }: UseTemporaryPassword,
  account: Account,
): AccountDecision {
  const proof = { kind: 'temporary', temporaryPasswordHash } as const;
  const { temporaryPassword } = account;
  if (!temporaryPassword || !isValid(proof, account, at)) return { rejection: 'wrong-password' };
  if (temporaryPassword.used) return { events: [] };
  return {
    events: [{ type: 'TemporaryPasswordUsed', data: { userId, resetId: temporaryPassword.resetId } }],
  };
}

function isValid(proof: PasswordProof, account: Account, at: string): boolean {
  if (proof.kind === 'password')
    return !account.passwordIsVoid && account.passwordHash === proof.passwordHash;
  return (
    account.temporaryPassword !== null &&
    account.temporaryPassword.hash === proof.temporaryPasswordHash &&
    Date.parse(at) < Date.parse(account.temporaryPassword.expiresAt)
  );
}

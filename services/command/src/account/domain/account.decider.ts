import type { NewUserEvent } from '@journal/events';
import type {
  AccountCommand,
  AccountRejection,
  IssueTemporaryPassword,
  PasswordProof,
  UseTemporaryPassword,
} from './account.commands.ts';
import type { Account, AccountState } from './account.state.ts';

/** What is to happen (nothing, where nothing would change), or why it may not. */
export type Decision =
  | { readonly events: readonly NewUserEvent[] }
  | { readonly rejection: AccountRejection };

/** Decides one command against what the stream's events add up to. Pure. */
export function decide(command: AccountCommand, state: AccountState): Decision {
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

function decideOnForgotten(type: AccountCommand['type']): Decision {
  if (type === 'ForgetUser') return { events: [] };
  return { rejection: type === 'IssueTemporaryPassword' ? 'reset-superseded' : 'user-not-found' };
}

type Later = Exclude<AccountCommand, { type: 'RegisterUser' | 'AbandonRegistration' }>;

function decideOnAccount(command: Later, account: Account): Decision {
  const { userId } = command;
  switch (command.type) {
    case 'ChangePassword':
      if (!holds(command.proof, account, command.at)) return { rejection: 'wrong-password' };
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
      if (command.proof && !holds(command.proof, account, command.at)) return { rejection: 'wrong-password' };
      return { events: [{ type: 'UserForgotten', data: { userId, pieces: command.pieces } }] };
    default:
      return command satisfies never;
  }
}

function decideIssue(command: IssueTemporaryPassword, { resetId, temporaryPassword }: Account): Decision {
  const { type: _type, ...data } = command;
  if (command.resetId !== resetId) return { rejection: 'reset-superseded' };
  if (temporaryPassword?.resetId === resetId) {
    if (temporaryPassword.hash === command.temporaryPasswordHash) return { events: [] };
    // Its mail has come: one more would take the password from whoever is using it.
    if (temporaryPassword.used) return { rejection: 'reset-superseded' };
  }
  return { events: [{ type: 'TemporaryPasswordIssued', data }] };
}

function decideUse({ userId, temporaryPasswordHash, at }: UseTemporaryPassword, account: Account): Decision {
  const proof = { kind: 'temporary', temporaryPasswordHash } as const;
  const { temporaryPassword } = account;
  if (!temporaryPassword || !holds(proof, account, at)) return { rejection: 'wrong-password' };
  if (temporaryPassword.used) return { events: [] };
  return {
    events: [{ type: 'TemporaryPasswordUsed', data: { userId, resetId: temporaryPassword.resetId } }],
  };
}

function holds(proof: PasswordProof, account: Account, at: string): boolean {
  if (proof.kind === 'password')
    return !account.passwordIsVoid && account.passwordHash === proof.passwordHash;
  return (
    account.temporaryPassword !== null &&
    account.temporaryPassword.hash === proof.temporaryPasswordHash &&
    Date.parse(at) < Date.parse(account.temporaryPassword.expiresAt)
  );
}

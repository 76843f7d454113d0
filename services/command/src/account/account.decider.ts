import {
  type AccountContent,
  accountFields,
  endsSessions,
  type GivenRole,
  isKnown,
  type NewUserEvent,
  type PiecesOfForgotten,
  pickContent,
  type Role,
  rolesAfter,
  type UserEvent,
  userStream,
} from '@journal/events';
import type { CommandOf, Dated, Decider, Decision } from '../decider.ts';
import { type AccountPasswords, isOwnHash, isValid, matches, type PasswordProof } from './passwords.state.ts';
import { hasChangedSince, type RoleRevisions, roleRevisionsAfter } from './role-revisions.state.ts';

export type Account = AccountPasswords & {
  readonly userId: string;
  readonly emailHash: string;
  readonly usernameHash: string;
  /** Null once the person's key is gone. */
  readonly profile: AccountContent | null;
  readonly createdAt: string;
  /** Whether the person is known to read the mail of their address. */
  readonly isConfirmed: boolean;
  /** Whether each of their articles leads readers to their others. */
  readonly showsOtherPieces: boolean;
  /** Whether they receive only mails that request something of them or report a pitch's final outcome. */
  readonly fewerMails: boolean;
  readonly roles: readonly Role[];
  readonly roleRevisions: RoleRevisions;
  /** The latest request for a temporary password; null if there is none or the password was changed since. */
  readonly resetId: string | null;
};

/**
 * State after folding the events of a stream. `revision` is that of the last event, -1 if there is none;
 * `sessionVersion` increases with each event that ends sessions. Only the sealed fields require the key.
 */
export type AccountState = { readonly revision: number; readonly sessionVersion: number } & (
  | { readonly status: 'missing' | 'abandoned' }
  | { readonly status: 'registered'; readonly account: Account }
  | { readonly status: 'forgotten'; readonly account: Account; readonly pieces: PiecesOfForgotten }
);

/** `at` and `expiresAt`: ISO 8601, UTC. */
type Commands = {
  /** `isConfirmed`: the user is registered by an operator, who knows their address. */
  RegisterUser: Extract<NewUserEvent, { type: 'UserRegistered' }>['data'] & { isConfirmed?: boolean };
  /** Makes it impossible to register with this id. */
  AbandonRegistration: { userId: string };
  ChangePassword: { userId: string; proof: PasswordProof; at: string; passwordHash: string };
  RequestPasswordReset: { userId: string; resetId: string };
  IssueTemporaryPassword: {
    userId: string;
    resetId: string;
    temporaryPasswordHash: string;
    expiresAt: string;
  };
  /** For signing in; the first use voids the old password and ends all sessions. */
  UseTemporaryPassword: { userId: string; temporaryPasswordHash: string; at: string };
  ConfirmEmail: { userId: string; emailHash: string };
  RequestEmailConfirmation: { userId: string };
  /** Changes only the given settings. */
  ChangeSettings: { userId: string; showsOtherPieces?: boolean; fewerMails?: boolean };
  /** `sessionVersion`: of the requesting session. */
  EndOtherSessions: { userId: string; sessionVersion: number };
  /**
   * `onlyConfirmed`: rejected if somebody else may have registered with the address, unless `passwordHash` is that of
   * the account, which proves that the requester knows its password. `since`: as in `GrantRole`.
   */
  GrantAdmin: { userId: string; onlyConfirmed?: boolean; passwordHash?: string; since?: number };
  /** `upTo`: does nothing if they were made an administrator after this revision. */
  RevokeAdmin: { userId: string; upTo?: number };
  /**
   * Requires a user who is known to read the mail of their address. `since`: does nothing if the role was granted or
   * revoked after this revision.
   */
  GrantRole: { userId: string; role: GivenRole; since?: number };
  RevokeRole: { userId: string; role: GivenRole };
  /** Without a proof: on behalf of an operator. An administrator's rights have to be revoked first. */
  ForgetUser: { userId: string; pieces: PiecesOfForgotten; proof?: PasswordProof; at: string };
};
export type AccountCommand = CommandOf<Commands>;

export type AccountRejection =
  | 'user-id-taken'
  | 'registration-abandoned'
  | 'user-not-found'
  | 'wrong-password'
  | 'email-unconfirmed'
  | 'link-void'
  | 'reset-superseded'
  | 'write-conflict';

type AccountDecision = Decision<NewUserEvent, AccountRejection>;

export const accountDecider: Decider<AccountState, AccountCommand, NewUserEvent, AccountRejection> = {
  initialState: { status: 'missing', revision: -1, sessionVersion: 0 },
  streamOf: ({ userId }) => userStream(userId),
  evolve,
  decide,
};

function evolve(state: AccountState, event: Dated<UserEvent>): AccountState {
  const next = {
    revision: state.revision + 1,
    sessionVersion: state.sessionVersion + (endsSessions(event.type) ? 1 : 0),
  };
  if (state.status === 'missing') {
    if (event.type === 'RegistrationAbandoned') return { ...next, status: 'abandoned' };
    if (event.type === 'UserRegistered') return { ...next, status: 'registered', account: registered(event) };
  }
  if (state.status !== 'registered')
    throw new Error(`${event.type} cannot follow in a stream that is ${state.status}`);
  const { account } = state;
  const change = (changes: Partial<Account>): AccountState => ({
    ...next,
    status: 'registered',
    account: { ...account, ...changes },
  });
  switch (event.type) {
    case 'PasswordChanged':
      return change({ ...noTemporaryPassword, passwordHash: event.data.passwordHash, passwordIsVoid: false });
    case 'PasswordResetRequested':
      return change({ resetId: event.data.resetId });
    case 'TemporaryPasswordIssued': {
      const { resetId, temporaryPasswordHash: hash, expiresAt } = event.data;
      const inUse = account.temporaryPassword?.used ? account.temporaryPassword : account.replacedPassword;
      return change({
        temporaryPassword: { resetId, hash, expiresAt, used: false },
        replacedPassword: inUse,
      });
    }
    case 'TemporaryPasswordUsed': {
      const { temporaryPassword } = account;
      return change({
        passwordIsVoid: true,
        temporaryPassword: temporaryPassword && { ...temporaryPassword, used: true },
        replacedPassword: null,
      });
    }
    case 'UserEmailConfirmed':
      return change({ isConfirmed: true });
    case 'EmailConfirmationRequested':
    case 'OtherSessionsEnded':
    // The deciders of passkeys, consent and idle accounts handle these.
    case 'PasskeyAdded':
    case 'PasskeyRemoved':
    case 'PasskeysReset':
    case 'RecoveryCodesIssued':
    case 'RecoveryCodeUsed':
    case 'GuardianAsked':
    case 'GuardianConsented':
    case 'GuardianDeclined':
    case 'ConsentWithdrawn':
    case 'GuardianRequestEnded':
    case 'IdleAccountAsked':
      return change({});
    case 'OtherPiecesShown':
    case 'OtherPiecesHidden':
      return change({ showsOtherPieces: event.type === 'OtherPiecesShown' });
    case 'FewerMailsChosen':
    case 'AllMailsChosen':
      return change({ fewerMails: event.type === 'FewerMailsChosen' });
    case 'AdminGranted':
    case 'AdminRevoked':
    case 'RoleGranted':
    case 'RoleRevoked':
      return change({
        roles: rolesAfter(account.roles, event),
        roleRevisions: roleRevisionsAfter(account.roleRevisions, event, next.revision),
      });
    case 'UserForgotten':
      return { ...next, status: 'forgotten', account, pieces: event.data.pieces };
    case 'UserRegistered':
    case 'RegistrationAbandoned':
      throw new Error(`${event.type} can only be the first event of a user`);
    default:
      return event satisfies never;
  }
}

function registered({ data, metadata }: Extract<Dated<UserEvent>, { type: 'UserRegistered' }>): Account {
  const { userId, emailHash, usernameHash, passwordHash } = data;
  const profile = pickContent(accountFields, data);
  return {
    userId,
    emailHash,
    usernameHash,
    profile: isKnown(accountFields, 'user', profile) ? profile : null,
    createdAt: metadata.at,
    isConfirmed: false,
    showsOtherPieces: false,
    fewerMails: false,
    roles: [],
    roleRevisions: {},
    passwordHash,
    passwordIsVoid: false,
    ...noTemporaryPassword,
  };
}

const noTemporaryPassword = { temporaryPassword: null, replacedPassword: null, resetId: null } as const;
const nothing: AccountDecision = { events: [] };

function decide(command: AccountCommand, state: AccountState): AccountDecision {
  if (command.type === 'RegisterUser') {
    if (state.status === 'abandoned') return { rejection: 'registration-abandoned' };
    if (state.status !== 'missing') return { rejection: 'user-id-taken' };
    const { type: _type, isConfirmed, ...data } = command;
    const confirmed = { type: 'UserEmailConfirmed', data: { userId: data.userId } } as const;
    return { events: [{ type: 'UserRegistered', data }, ...(isConfirmed ? [confirmed] : [])] };
  }
  const { userId } = command;
  if (command.type === 'AbandonRegistration') {
    if (state.status === 'abandoned') return nothing;
    if (state.status !== 'missing') return { rejection: 'user-id-taken' };
    return { events: [{ type: 'RegistrationAbandoned', data: { userId } }] };
  }
  if (state.status === 'forgotten') {
    if (command.type === 'ForgetUser') return nothing;
    const isIssue = command.type === 'IssueTemporaryPassword';
    return { rejection: isIssue ? 'reset-superseded' : 'user-not-found' };
  }
  if (state.status !== 'registered') return { rejection: 'user-not-found' };
  const { account } = state;
  const { temporaryPassword, roleRevisions } = account;
  const isAdmin = account.roles.includes('admin');
  switch (command.type) {
    case 'ChangePassword':
      if (!isValid(command.proof, account, command.at)) return { rejection: 'wrong-password' };
      return { events: [{ type: 'PasswordChanged', data: { userId, passwordHash: command.passwordHash } }] };
    case 'RequestPasswordReset':
      return { events: [{ type: 'PasswordResetRequested', data: { userId, resetId: command.resetId } }] };
    case 'IssueTemporaryPassword': {
      const { type: _type, ...data } = command;
      if (command.resetId !== account.resetId) return { rejection: 'reset-superseded' };
      if (temporaryPassword?.resetId === command.resetId) {
        if (temporaryPassword.hash === command.temporaryPasswordHash) return nothing;
        // It is in use: issuing another would void it while its user is signed in with it.
        if (temporaryPassword.used) return { rejection: 'reset-superseded' };
      }
      return { events: [{ type: 'TemporaryPasswordIssued', data }] };
    }
    case 'UseTemporaryPassword': {
      if (!temporaryPassword || !matches(temporaryPassword, command)) return { rejection: 'wrong-password' };
      const { used, resetId } = temporaryPassword;
      if (used) return nothing;
      const first = { type: 'TemporaryPasswordUsed', data: { userId, resetId } } as const;
      // Somebody else may know the old password of a user who needed a temporary one.
      return { events: [first, { type: 'OtherSessionsEnded', data: { userId } }] };
    }
    case 'ConfirmEmail':
      if (command.emailHash !== account.emailHash) return { rejection: 'link-void' };
      return account.isConfirmed ? nothing : { events: [{ type: 'UserEmailConfirmed', data: { userId } }] };
    case 'RequestEmailConfirmation':
      if (account.isConfirmed) return nothing;
      return { events: [{ type: 'EmailConfirmationRequested', data: { userId } }] };
    case 'ChangeSettings': {
      const { showsOtherPieces = account.showsOtherPieces, fewerMails = account.fewerMails } = command;
      const types: ('OtherPiecesShown' | 'OtherPiecesHidden' | 'FewerMailsChosen' | 'AllMailsChosen')[] = [];
      if (showsOtherPieces !== account.showsOtherPieces)
        types.push(showsOtherPieces ? 'OtherPiecesShown' : 'OtherPiecesHidden');
      if (fewerMails !== account.fewerMails) types.push(fewerMails ? 'FewerMailsChosen' : 'AllMailsChosen');
      return { events: types.map((type) => ({ type, data: { userId } })) };
    }
    case 'EndOtherSessions':
      // If two sessions end each other concurrently, the first one stays.
      if (command.sessionVersion !== state.sessionVersion) return { rejection: 'write-conflict' };
      return { events: [{ type: 'OtherSessionsEnded', data: { userId } }] };
    case 'GrantAdmin':
      if (isAdmin || hasChangedSince(roleRevisions, 'admin', command.since)) return nothing;
      if (command.onlyConfirmed && !account.isConfirmed && !isOwnHash(command.passwordHash, account))
        return { rejection: 'email-unconfirmed' };
      return { events: [{ type: 'AdminGranted', data: { userId } }] };
    case 'RevokeAdmin':
      if (!isAdmin || hasChangedSince(roleRevisions, 'admin', command.upTo)) return nothing;
      return { events: [{ type: 'AdminRevoked', data: { userId } }] };
    case 'GrantRole':
    case 'RevokeRole': {
      const { role } = command;
      const isGrant = command.type === 'GrantRole';
      if (account.roles.includes(role) === isGrant) return nothing;
      if (command.type === 'GrantRole' && hasChangedSince(roleRevisions, role, command.since)) return nothing;
      if (isGrant && !account.isConfirmed) return { rejection: 'email-unconfirmed' };
      return { events: [{ type: isGrant ? 'RoleGranted' : 'RoleRevoked', data: { userId, role } }] };
    }
    case 'ForgetUser': {
      const { proof, pieces, at } = command;
      if (proof && !isValid(proof, account, at)) return { rejection: 'wrong-password' };
      if (isAdmin) return { rejection: 'write-conflict' };
      return { events: [{ type: 'UserForgotten', data: { userId, pieces } }] };
    }
    default:
      return command satisfies never;
  }
}

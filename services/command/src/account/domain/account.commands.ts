import type { PiecesOfForgotten, UserRegistered } from '@journal/events';

export type RegisterUser = { readonly type: 'RegisterUser' } & Readonly<UserRegistered>;

/** Makes sure that nobody registers with this id any more. */
export type AbandonRegistration = { readonly type: 'AbandonRegistration'; readonly userId: string };

/** What somebody showed that they know, as it was found to be right; decided again against the newest state. */
export type PasswordProof =
  | { readonly kind: 'password'; readonly passwordHash: string }
  | { readonly kind: 'temporary'; readonly temporaryPasswordHash: string };

/** A command that asks who it is at a moment: ISO 8601, UTC. */
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

/** Without a proof it is an operator who asks. */
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

/** Why a command was refused. */
export type AccountRejection =
  | 'user-id-taken'
  | 'registration-abandoned'
  | 'user-not-found'
  | 'wrong-password'
  | 'reset-superseded';

import type { PasswordChange } from '@journal/contracts';
import { decideAndAppend } from '../writing/decide-and-append.ts';
import { findAcceptance } from '../writing/idempotency.ts';
import type { RequestContext } from '../writing/request-context.ts';
import { accountDecider } from './account.decider.ts';
import { type AccountOutcome, type AccountParts, accountOf, loadAccount } from './account.ts';
import { findAccount } from './claims.ts';
import { verifyPassword } from './passwords.ts';

/**
 * Changes the password of an account; every earlier session is over, and so is a temporary password. With an
 * idempotency key it does so once, for as long as the new password is in force.
 */
export async function changePassword(
  parts: AccountParts,
  userId: string,
  { currentPassword, newPassword }: PasswordChange,
  context: RequestContext,
): Promise<AccountOutcome> {
  const { log, passwords } = parts;
  const { idempotency } = context;
  const accepted = idempotency && (await findAcceptance(log, idempotency));
  if (accepted && 'rejection' in accepted) return accepted;
  const before = await loadAccount(log, userId);
  const account = accountOf(before.state);
  // The fingerprint does not cover the passwords: they are compared here.
  if (accepted && (await passwords.verify(account?.passwordHash ?? null, newPassword))) return before;
  const proof = await verifyPassword(parts, account, currentPassword);
  if (!proof) return { rejection: accepted ? 'idempotency-key-reused' : 'wrong-password' };
  const passwordHash = await passwords.hash(newPassword);
  const at = parts.now().toISOString();
  const command = { type: 'ChangePassword', userId, proof, passwordHash, at } as const;
  const isAccepted = accepted !== undefined;
  const outcome = await decideAndAppend(log, accountDecider, command, context, { isAccepted });
  if ('rejection' in outcome) return outcome;
  // The same request may have run twice at once.
  const kept = accountOf(outcome.state)?.passwordHash ?? null;
  const isSame = kept === passwordHash || (await passwords.verify(kept, newPassword));
  return isSame ? outcome : { rejection: 'idempotency-key-reused' };
}

/** Requests a temporary password for whoever has the address; does nothing if nobody has it, and does not tell which. */
export async function requestPasswordReset(
  parts: AccountParts,
  email: string,
  context: RequestContext,
): Promise<void> {
  const found = await findAccount(parts, email);
  if (!found) return;
  const { userId } = found.account;
  const command = { type: 'RequestPasswordReset', userId, resetId: context.ids('reset') } as const;
  await decideAndAppend(parts.log, accountDecider, command, context);
}

/** The mailer's password for a request; the hash is `hash('temporary-password', userId, normaliseTemporaryPassword(it))`. */
export type MadePassword = {
  readonly userId: string;
  readonly resetId: string;
  readonly temporaryPasswordHash: string;
};

/** Milliseconds for which a temporary password is valid. */
const temporaryPasswordLifetime = 60 * 60_000;

/** Records it in place of the previous one. Rejected if its request has been superseded. */
export function issueTemporaryPassword(
  parts: AccountParts,
  made: MadePassword,
  context: RequestContext,
): Promise<AccountOutcome> {
  const expiresAt = new Date(parts.now().getTime() + temporaryPasswordLifetime).toISOString();
  const command = { type: 'IssueTemporaryPassword', ...made, expiresAt } as const;
  return decideAndAppend(parts.log, accountDecider, command, context);
}

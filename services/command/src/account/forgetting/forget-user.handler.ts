import type { AccountErasure } from '@journal/contracts';
import { type PiecesOfForgotten, userStream } from '@journal/events';
import { decideAndAppend } from '../../writing/decide-and-append.ts';
import type { RequestContext } from '../../writing/request-context.ts';
import type { AccountParts } from '../account.parts.ts';
import { type AccountOutcome, accountDecider, accountOf, loadAccount } from '../account-outcome.ts';
import type { PasswordProof } from '../domain/account.commands.ts';
import { findAccount } from '../find-account.ts';
import { provePassword } from '../passwords/prove-password.ts';

/** Decides that somebody who asked for it, with their password, is forgotten. `finishForgetting` does what follows. */
export async function forgetMyself(
  parts: AccountParts,
  userId: string,
  { password, pieces }: AccountErasure,
  context: RequestContext,
): Promise<AccountOutcome> {
  const { state } = await loadAccount(parts.log, userId);
  const proof = await provePassword(parts, accountOf(state), password);
  return proof ? forget(parts, { userId, pieces, proof }, context) : { rejection: 'wrong-password' };
}

/** Decides, for an operator, that whoever has an address is forgotten. */
export async function forgetByEmail(
  parts: AccountParts,
  { email, pieces }: { readonly email: string; readonly pieces: PiecesOfForgotten },
  context: RequestContext,
): Promise<AccountOutcome> {
  const found = await findAccount(parts, email);
  if (!found) return { rejection: 'user-not-found' };
  return forget(parts, { userId: found.account.userId, pieces }, context);
}

function forget(
  { log, now }: AccountParts,
  what: { userId: string; pieces: PiecesOfForgotten; proof?: PasswordProof },
  context: RequestContext,
): Promise<AccountOutcome> {
  return decideAndAppend(log, {
    stream: userStream(what.userId),
    command: { type: 'ForgetUser', ...what, at: now().toISOString() },
    decider: accountDecider,
    context,
  });
}

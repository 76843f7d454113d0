import type { Login } from '@journal/contracts';
import { userStream } from '@journal/events';
import { decideAndAppend } from '../writing/decide-and-append.ts';
import type { RequestContext } from '../writing/request-context.ts';
import type { AccountParts } from './account.parts.ts';
import { type AccountOutcome, accountDecider } from './account-outcome.ts';
import { findAccount } from './find-account.ts';
import { provePassword } from './passwords/prove-password.ts';

/**
 * The account that an address and a password open. An unknown address and a wrong password are one refusal, after the
 * same work. A temporary password's first use voids the account's own.
 */
export async function signIn(
  parts: AccountParts,
  { email, password }: Login,
  context: Omit<RequestContext, 'actor'>,
): Promise<AccountOutcome> {
  const found = await findAccount(parts, email);
  const proof = await provePassword(parts, found?.account, password);
  if (!found || !proof) return { rejection: 'wrong-credentials' };
  if (proof.kind === 'password') return found.written;
  const { userId, isAdmin } = found.account;
  const outcome = await decideAndAppend(parts.log, {
    stream: userStream(userId),
    command: {
      type: 'UseTemporaryPassword',
      userId,
      temporaryPasswordHash: proof.temporaryPasswordHash,
      at: parts.now().toISOString(),
    },
    decider: accountDecider,
    context: { ...context, actor: { id: userId, role: isAdmin ? 'admin' : 'writer' } },
  });
  const isRefused = 'rejection' in outcome && outcome.rejection !== 'write-conflict';
  return isRefused ? { rejection: 'wrong-credentials' } : outcome;
}

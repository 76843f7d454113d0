import type { PasswordChange } from '@journal/contracts';
import { userStream } from '@journal/events';
import { acceptRequest, findAcceptance } from '../idempotency/accept-request.ts';
import { decideAndAppend } from '../writing/decide-and-append.ts';
import type { RequestContext } from '../writing/request-context.ts';
import type { AccountParts } from './account.parts.ts';
import { type AccountOutcome, accountDecider, accountOf, loadAccount } from './account-outcome.ts';
import { provePassword } from './passwords/prove-password.ts';

/**
 * Gives an account another password; every session that is older is over, and so is a temporary password. With an
 * idempotency key it does so once, for as long as the new password stands.
 */
export async function changePassword(
  parts: AccountParts,
  userId: string,
  { currentPassword, newPassword }: PasswordChange,
  context: RequestContext,
): Promise<AccountOutcome> {
  const { log, passwords } = parts;
  const { idempotency } = context;
  const stream = userStream(userId);
  const accepted = idempotency && (await findAcceptance(log, idempotency));
  if (accepted && 'rejection' in accepted) return accepted;
  const before = await loadAccount(log, userId);
  const account = accountOf(before.state);
  // The fingerprint leaves the passwords out: they are compared here.
  if (accepted && (await passwords.verify(account?.passwordHash ?? null, newPassword))) return before;
  const proof = await provePassword(parts, account, currentPassword);
  if (!proof) return { rejection: accepted ? 'idempotency-key-reused' : 'wrong-password' };
  const passwordHash = await passwords.hash(newPassword);
  const outcome = await decideAndAppend(log, {
    stream,
    command: {
      type: 'ChangePassword',
      userId,
      proof,
      passwordHash,
      at: parts.now().toISOString(),
    },
    decider: accountDecider,
    context,
    beforeAppend: async () => {
      const acceptance = idempotency && (await acceptRequest(log, idempotency, stream, context));
      return acceptance && 'rejection' in acceptance ? acceptance : undefined;
    },
  });
  if ('rejection' in outcome) return outcome;
  // It may be what the same request wrote, come twice at once.
  const kept = accountOf(outcome.state)?.passwordHash ?? null;
  const isSame = kept === passwordHash || (await passwords.verify(kept, newPassword));
  return isSame ? outcome : { rejection: 'idempotency-key-reused' };
}

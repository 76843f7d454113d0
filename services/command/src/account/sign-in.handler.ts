import type { Login } from '@journal/contracts';
import { userStream } from '@journal/events';
import { decideAndAppend } from '../writing/decide-and-append.ts';
import type { RequestContext } from '../writing/request-context.ts';
import { recordAccess } from './access/record-access.ts';
import type { AccountParts } from './account.parts.ts';
import { type AccountOutcome, accountDecider } from './account-outcome.ts';
import type { PasswordProof } from './domain/account.commands.ts';
import type { Account } from './domain/account.state.ts';
import { type FoundAccount, findAccount } from './find-account.ts';
import { provePassword } from './passwords/prove-password.ts';

type Context = Omit<RequestContext, 'actor'>;

/**
 * The account that an address and a password open. An unknown address and a wrong password are one refusal, after the
 * same work; that somebody came in, or tried, is written down before it is answered. A temporary password's first use
 * voids the account's own. The position is that of the account: nothing that its reader reads waits for the record.
 */
export async function signIn(
  parts: AccountParts,
  { email, password }: Login,
  context: Context,
): Promise<AccountOutcome> {
  const found = await findAccount(parts, email);
  const proof = await provePassword(parts, found?.account, password);
  const outcome = await open(parts, found, proof, context);
  if (found && proof && !('rejection' in outcome)) {
    const { userId } = found.account;
    const by = proof.kind === 'password' ? 'password' : 'temporary-password';
    const event = { type: 'UserSignedIn', data: { userId, by } } as const;
    await recordAccess(parts.log, event, { ...context, actor: actorOf(found.account) });
  } else if ('rejection' in outcome && outcome.rejection === 'wrong-credentials') {
    const event = { type: 'SignInFailed', data: { userId: found?.account.userId ?? null } } as const;
    await recordAccess(parts.log, event, { ...context, actor: { id: 'visitor', role: 'visitor' } });
  }
  return outcome;
}

async function open(
  parts: AccountParts,
  found: FoundAccount | undefined,
  proof: PasswordProof | undefined,
  context: Context,
): Promise<AccountOutcome> {
  if (!found || !proof) return { rejection: 'wrong-credentials' };
  if (proof.kind === 'password') return found.written;
  const { userId } = found.account;
  const outcome = await decideAndAppend(parts.log, {
    stream: userStream(userId),
    command: {
      type: 'UseTemporaryPassword',
      userId,
      temporaryPasswordHash: proof.temporaryPasswordHash,
      at: parts.now().toISOString(),
    },
    decider: accountDecider,
    context: { ...context, actor: actorOf(found.account) },
  });
  const isRefused = 'rejection' in outcome && outcome.rejection !== 'write-conflict';
  return isRefused ? { rejection: 'wrong-credentials' } : outcome;
}

const actorOf = ({ userId, isAdmin }: Account) =>
  ({ id: userId, role: isAdmin ? 'admin' : 'writer' }) as const;

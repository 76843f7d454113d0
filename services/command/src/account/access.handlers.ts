import type { Login } from '@journal/contracts';
import { type Actor, type accessEvents, accessStream, type NewEventOf } from '@journal/events';
import type { Rejected } from '../decider.ts';
import { decideAndAppend } from '../writing/decide-and-append.ts';
import type { JournalLog } from '../writing/journal-log.ts';
import type { RequestContext } from '../writing/request-context.ts';
import { type Account, accountDecider, type PasswordProof } from './account.decider.ts';
import { type AccountOutcome, type AccountParts, accountOf, loadAccount } from './account.ts';
import { type FoundAccount, findAccount } from './claims.ts';
import { verifyPassword } from './passwords.ts';

type Context = Omit<RequestContext, 'actor'>;

/**
 * Signs in with an address and a password. An unknown address and a wrong password are rejected alike, after the same
 * work; success and failure are recorded before the response. The first use of a temporary password voids the account's
 * own. The position is that of the account: no later read waits for the record.
 */
export async function signIn(
  parts: AccountParts,
  { email, password }: Login,
  context: Context,
): Promise<AccountOutcome> {
  const found = await findAccount(parts, email);
  const proof = await verifyPassword(parts, found?.account, password);
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
  const { temporaryPasswordHash } = proof;
  const at = parts.now().toISOString();
  const command = { type: 'UseTemporaryPassword', userId, temporaryPasswordHash, at } as const;
  const own = { ...context, actor: actorOf(found.account) };
  const outcome = await decideAndAppend(parts.log, accountDecider, command, own);
  const isRefused = 'rejection' in outcome && outcome.rejection !== 'write-conflict';
  return isRefused ? { rejection: 'wrong-credentials' } : outcome;
}

const actorOf = ({ userId, isAdmin }: Account) =>
  ({ id: userId, role: isAdmin ? 'admin' : 'writer' }) as const;

/** Records that all data held about a user was exported, and to whom. Each call is one record. */
export async function recordExport(
  { log }: Pick<AccountParts, 'log'>,
  { userId, to }: { readonly userId: string; readonly to: Actor },
  context: RequestContext,
): Promise<{ readonly position: string } | Rejected<'user-not-found'>> {
  const { state } = await loadAccount(log, userId);
  if (!accountOf(state)) return { rejection: 'user-not-found' };
  return recordAccess(log, { type: 'AccountExported', data: { userId } }, { ...context, actor: to });
}

type AccessEvent = NewEventOf<typeof accessEvents>;

/**
 * Records the use of an account, or the attempt. Always one append; throws if it cannot be written, so that nothing
 * happens unrecorded.
 */
async function recordAccess(
  log: Pick<JournalLog, 'append'>,
  event: AccessEvent,
  context: Pick<RequestContext, 'requestId' | 'ids'> & { readonly actor: Actor },
): Promise<{ readonly position: string }> {
  const stream = accessStream(event.data.userId);
  return log.append(stream, [{ id: context.ids('access'), event }], 'any', context);
}

import { RevisionConflict } from '@journal/event-store';
import { type ClaimEvent, type ClaimedKind, claimStream } from '@journal/events';
import type { Parts } from '../parts.ts';
import { isRejected } from '../writing/command-rejected.ts';
import { decideAndAppend, type WriteResult } from '../writing/decide-and-append.ts';
import type { JournalLog } from '../writing/journal-log.ts';
import { type RequestContext, stepContextOf } from '../writing/request-context.ts';
import { type Account, type AccountState, accountDecider } from './account.decider.ts';
import { accountOf, loadAccount } from './account.ts';

type Claim = { readonly kind: ClaimedKind; readonly hash: string; readonly userId: string };

/** Time within which a claim must lead to a registration, and interval between checks for it, in milliseconds. */
const registrationTimeout = 5_000;
const checkInterval = 100;

/**
 * Claims a value for a user, unless somebody else owns it. Of any number of concurrent claims, in any process, exactly
 * one succeeds. If the claimant has not registered within 5 s, the claim is taken over and that user can never
 * register. Until then `whilePending` decides whether to wait for them or to treat the value as taken. Claiming one's
 * own value changes nothing.
 */
export async function claimValue(
  parts: Pick<Parts, 'log' | 'now' | 'wait'>,
  claim: Claim,
  context: RequestContext,
  whilePending: 'wait' | 'taken',
): Promise<'claimed' | 'taken'> {
  for (;;) {
    const { owner, revision } = await claimOwner(parts.log, claim.kind, claim.hash);
    if (owner?.userId === claim.userId) return 'claimed';
    if (owner && (await keepsClaim(parts, owner, context, whilePending))) return 'taken';
    if (await append(parts.log, 'ValueClaimed', claim, revision, context)) return 'claimed';
  }
}

/** Releases a value; does nothing if the user does not own it. */
export async function releaseValue(log: JournalLog, claim: Claim, context: RequestContext): Promise<void> {
  for (;;) {
    const { owner, revision } = await claimOwner(log, claim.kind, claim.hash);
    if (owner?.userId !== claim.userId) return;
    if (await append(log, 'ValueReleased', claim, revision, context)) return;
  }
}

/** Resolves with false if another event was appended after this revision. */
async function append(
  log: JournalLog,
  type: ClaimEvent['type'],
  { kind, hash, userId }: Claim,
  revision: number,
  context: RequestContext,
): Promise<boolean> {
  const stream = claimStream(kind, hash);
  const id = context.ids(type === 'ValueClaimed' ? `claim ${stream} for ${userId}` : `release ${stream}`);
  try {
    await log.append(
      stream,
      [{ id, event: { type, data: { userId } } }],
      revision < 0 ? 'none' : revision,
      context,
    );
    return true;
  } catch (error) {
    if (!(error instanceof RevisionConflict)) throw error;
    return false;
  }
}

/** Resolves with whether the owner keeps the value; if not, that user can never register. */
async function keepsClaim(
  { log, now, wait }: Pick<Parts, 'log' | 'now' | 'wait'>,
  { userId, at }: ClaimOwner,
  context: RequestContext,
  whilePending: 'wait' | 'taken',
): Promise<boolean> {
  const age = now().getTime() - Date.parse(at);
  // Clocks differ between machines: never wait longer than for a claim made just now.
  let left = Math.min(registrationTimeout, registrationTimeout - age);
  for (; ; left -= checkInterval) {
    const { state } = await loadAccount(log, userId);
    if (state.status !== 'missing') return state.status === 'registered';
    if (left <= 0) break;
    if (whilePending === 'taken') return true;
    await wait(Math.min(left, checkInterval));
  }
  const command = { type: 'AbandonRegistration', userId } as const;
  try {
    await decideAndAppend(log, accountDecider, command, stepContextOf(context, `abandon ${userId}`));
    return false;
  } catch (error) {
    if (!isRejected(error)) throw error;
    return true;
  }
}

/** Owner of a value, and the time of the claim. */
type ClaimOwner = { readonly userId: string; readonly at: string };

/** Resolves with the owner of a value, if any, and the revision of its last claim event, -1 if there is none. */
export async function claimOwner(
  log: Pick<JournalLog, 'read'>,
  kind: ClaimedKind,
  hash: string,
): Promise<{ readonly owner: ClaimOwner | undefined; readonly revision: number }> {
  const last = (await log.read(claimStream(kind, hash))).at(-1);
  if (last?.type !== 'ValueClaimed') return { owner: undefined, revision: last?.revision ?? -1 };
  return { owner: { userId: last.data.userId, at: last.metadata.at }, revision: last.revision };
}

const maxSuffix = 20;

/**
 * Claims a unique user name: the characters a-z, 0-9 and `._-` of the address's local part, or "writer" if there are
 * none. If that is taken, it tries the suffixes 2 to 20, and then 8 random hexadecimal digits.
 */
export async function claimUsername(
  parts: Parts,
  { userId, email }: { readonly userId: string; readonly email: string },
  context: RequestContext,
): Promise<{ readonly username: string; readonly usernameHash: string }> {
  const name = email.slice(0, email.lastIndexOf('@')).replace(/[^a-z0-9._-]/g, '') || 'writer';
  const randomDigits = (suffix: number) =>
    context.ids(`username ${userId} ${suffix}`).replaceAll('-', '').slice(-8);
  for (let suffix = 1; ; suffix++) {
    const appended = suffix === 1 ? '' : suffix <= maxSuffix ? suffix : randomDigits(suffix);
    const username = `${name}${appended}`;
    const usernameHash = await parts.hash('username', username);
    const claim = { kind: 'username', hash: usernameHash, userId } as const;
    if ((await claimValue(parts, claim, context, 'taken')) === 'claimed') return { username, usernameHash };
  }
}

export type FoundAccount = { readonly account: Account; readonly written: WriteResult<AccountState> };

/** Stands in for an unknown user, so that a missing account takes as many reads as an existing one. */
const nobody = 'nobody';

/** Resolves with the account of a normalised address, or with undefined after the same number of reads. */
export async function findAccount(parts: Parts, email: string): Promise<FoundAccount | undefined> {
  const { owner } = await claimOwner(parts.log, 'email', await parts.hash('email', email));
  const written = await loadAccount(parts.log, owner?.userId ?? nobody);
  const account = accountOf(written.state);
  return account && { account, written };
}

import { RevisionConflict } from '@journal/event-store';
import { type ClaimedKind, claimStream } from '@journal/events';
import { decideAndAppend, type Written } from '../writing/decide-and-append.ts';
import type { JournalLog } from '../writing/journal-log.ts';
import type { RequestContext } from '../writing/request-context.ts';
import { type Account, type AccountState, accountDecider } from './account.decider.ts';
import { type AccountParts, accountOf, loadAccount } from './account.ts';

export type Claim = { readonly kind: ClaimedKind; readonly hash: string; readonly userId: string };

type ClaimParts = Pick<AccountParts, 'log' | 'now' | 'wait'>;

/** Milliseconds within which a claim must lead to a registration, and between two checks of it. */
const registrationTimeout = 5_000;
const checkInterval = 100;

/**
 * Claims a value for a user, unless somebody else owns it. Of any number of concurrent claims, in any process, one
 * succeeds. The claim of somebody who has not registered within 5 s is taken over, and they never can any more; until
 * then `whilePending` says whether to wait for them or to consider it taken. Claiming one's own value changes nothing.
 */
export async function claimValue(
  parts: ClaimParts,
  claim: Claim,
  context: RequestContext,
  whilePending: 'wait' | 'taken',
): Promise<'claimed' | 'taken'> {
  const stream = claimStream(claim.kind, claim.hash);
  for (;;) {
    const { owner, revision } = await claimOwner(parts.log, claim.kind, claim.hash);
    if (owner?.userId === claim.userId) return 'claimed';
    if (owner && (await keepsClaim(parts, owner, context, whilePending))) return 'taken';
    try {
      const event = { type: 'ValueClaimed', data: { userId: claim.userId } } as const;
      const id = context.ids(`claim ${stream} for ${claim.userId}`);
      await parts.log.append(stream, [{ id, event }], revision < 0 ? 'none' : revision, context);
      return 'claimed';
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error;
    }
  }
}

/** Releases a value; does nothing if the user does not own it. */
export async function releaseValue(log: JournalLog, claim: Claim, context: RequestContext): Promise<void> {
  const stream = claimStream(claim.kind, claim.hash);
  for (;;) {
    const { owner, revision } = await claimOwner(log, claim.kind, claim.hash);
    if (owner?.userId !== claim.userId) return;
    try {
      const event = { type: 'ValueReleased', data: { userId: claim.userId } } as const;
      await log.append(stream, [{ id: context.ids(`release ${stream}`), event }], revision, context);
      return;
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error;
    }
  }
}

/** Whether a value stays its owner's; if not, that user can never register any more. */
async function keepsClaim(
  parts: ClaimParts,
  owner: ClaimOwner,
  context: RequestContext,
  whilePending: 'wait' | 'taken',
): Promise<boolean> {
  const age = parts.now().getTime() - Date.parse(owner.at);
  // Another machine's clock may have dated the claim: never wait longer than for a claim made just now.
  let left = Math.min(registrationTimeout, registrationTimeout - age);
  for (;;) {
    const { state } = await loadAccount(parts.log, owner.userId);
    if (state.status === 'registered') return true;
    if (state.status !== 'missing') return false;
    if (left <= 0) return !(await abandon(parts.log, owner.userId, context));
    if (whilePending === 'taken') return true;
    await parts.wait(Math.min(left, checkInterval));
    left -= checkInterval;
  }
}

async function abandon(log: JournalLog, userId: string, context: RequestContext): Promise<boolean> {
  const { actor, requestId, ids } = context;
  const own = { actor, requestId, ids: (label: string) => ids(`abandon ${userId} ${label}`) };
  const outcome = await decideAndAppend(log, accountDecider, { type: 'AbandonRegistration', userId }, own);
  return !('rejection' in outcome);
}

/** The owner of a value, and since when. */
type ClaimOwner = { readonly userId: string; readonly at: string };

/** Resolves with a value's owner, if it has one, and the last revision of its claims, -1 if there is none. */
export async function claimOwner(
  log: Pick<JournalLog, 'read'>,
  kind: ClaimedKind,
  hash: string,
): Promise<{ readonly owner: ClaimOwner | undefined; readonly revision: number }> {
  const last = (await log.read(claimStream(kind, hash))).at(-1);
  if (last?.type !== 'ValueClaimed') return { owner: undefined, revision: last?.revision ?? -1 };
  return { owner: { userId: last.data.userId, at: last.metadata.at }, revision: last.revision };
}

export type ClaimedUsername = { readonly username: string; readonly usernameHash: string };

const maxSuffix = 20;

/**
 * Claims a unique user name: the characters a-z, 0-9 and `._-` of the address's local part, or "writer"; with 2, 3, …
 * appended if that is taken, and with random digits if those are taken too.
 */
export async function claimUsername(
  parts: Pick<AccountParts, 'log' | 'now' | 'wait' | 'hash'>,
  user: { readonly userId: string; readonly email: string },
  context: RequestContext,
): Promise<ClaimedUsername> {
  for (let suffix = 1; ; suffix++) {
    const username = nameOf(user, suffix, context);
    const usernameHash = await parts.hash('username', username);
    const claim = { kind: 'username', hash: usernameHash, userId: user.userId } as const;
    if ((await claimValue(parts, claim, context, 'taken')) === 'claimed') return { username, usernameHash };
  }
}

function nameOf(user: { userId: string; email: string }, suffix: number, context: RequestContext): string {
  const name = user.email.slice(0, user.email.lastIndexOf('@')).replace(/[^a-z0-9._-]/g, '') || 'writer';
  if (suffix === 1) return name;
  if (suffix <= maxSuffix) return `${name}${suffix}`;
  return `${name}${context.ids(`username ${user.userId} ${suffix}`).replaceAll('-', '').slice(-8)}`;
}

export type FoundAccount = { readonly account: Account; readonly written: Written<AccountState> };

/** Read in place of an unknown user, so that a missing account takes as many reads as an existing one. */
const nobody = 'nobody';

/** Resolves with the account of a normalised address, or undefined; with the same number of reads. */
export async function findAccount(
  parts: Pick<AccountParts, 'log' | 'hash'>,
  email: string,
): Promise<FoundAccount | undefined> {
  const { owner } = await claimOwner(parts.log, 'email', await parts.hash('email', email));
  const written = await loadAccount(parts.log, owner?.userId ?? nobody);
  const account = accountOf(written.state);
  return account && { account, written };
}

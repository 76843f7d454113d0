import { RevisionConflict } from '@journal/event-store';
import { type ClaimedKind, claimStream, userStream } from '@journal/events';
import { decideAndAppend } from '../../writing/decide-and-append.ts';
import type { JournalLog } from '../../writing/journal-log.ts';
import type { RequestContext } from '../../writing/request-context.ts';
import type { AccountParts } from '../account.parts.ts';
import { accountDecider, loadAccount } from '../account-outcome.ts';
import { type Holder, holderOf } from './holder-of.ts';

export type Claim = { readonly kind: ClaimedKind; readonly hash: string; readonly userId: string };

type ClaimParts = Pick<AccountParts, 'log' | 'now' | 'wait'>;

/** How long somebody who has claimed may take to register, in milliseconds, and how often we look. */
const registrationTime = 5_000;
const interval = 100;

/**
 * Makes a value the user's, unless it is somebody else's. One of any number who claim it at once gets it, in every
 * process. What belongs to somebody who has not registered within 5 s, and never will, is taken over; until then
 * `whilePending` says whether to wait for it or to call it taken. Claiming again what is the user's changes nothing.
 */
export async function claimValue(
  parts: ClaimParts,
  claim: Claim,
  context: RequestContext,
  whilePending: 'wait' | 'taken',
): Promise<'claimed' | 'taken'> {
  const stream = claimStream(claim.kind, claim.hash);
  for (;;) {
    const { holder, revision } = await holderOf(parts.log, claim.kind, claim.hash);
    if (holder?.userId === claim.userId) return 'claimed';
    if (holder && (await keepsIt(parts, holder, context, whilePending))) return 'taken';
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

/** Gives a value back; does nothing where it is not, or no more, the user's. */
export async function releaseValue(log: JournalLog, claim: Claim, context: RequestContext): Promise<void> {
  const stream = claimStream(claim.kind, claim.hash);
  for (;;) {
    const { holder, revision } = await holderOf(log, claim.kind, claim.hash);
    if (holder?.userId !== claim.userId) return;
    try {
      const event = { type: 'ValueReleased', data: { userId: claim.userId } } as const;
      await log.append(stream, [{ id: context.ids(`release ${stream}`), event }], revision, context);
      return;
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error;
    }
  }
}

/** Whether a value stays its holder's; where not, that user can never register any more. */
async function keepsIt(
  parts: ClaimParts,
  holder: Holder,
  context: RequestContext,
  whilePending: 'wait' | 'taken',
): Promise<boolean> {
  const age = parts.now().getTime() - Date.parse(holder.at);
  // The claim may be dated by another machine's clock: never wait longer than for a claim of this moment.
  let left = Math.min(registrationTime, registrationTime - age);
  for (;;) {
    const { state } = await loadAccount(parts.log, holder.userId);
    if (state.status === 'registered') return true;
    if (state.status !== 'missing') return false;
    if (left <= 0) return !(await abandon(parts.log, holder.userId, context));
    if (whilePending === 'taken') return true;
    await parts.wait(Math.min(left, interval));
    left -= interval;
  }
}

async function abandon(log: JournalLog, userId: string, context: RequestContext): Promise<boolean> {
  const { actor, requestId, ids } = context;
  const outcome = await decideAndAppend(log, {
    stream: userStream(userId),
    command: { type: 'AbandonRegistration', userId },
    decider: accountDecider,
    context: { actor, requestId, ids: (label) => ids(`abandon ${userId} ${label}`) },
  });
  return !('rejection' in outcome);
}

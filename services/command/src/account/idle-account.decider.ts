import { type NewUserEvent, userStream } from '@journal/events';
import type { Decider } from '../decider.ts';

/** When somebody registered or was asked last whether they still want their account; null where there is no account. */
type IdleState = { readonly revision: number; readonly lastAt: string | null };

/** `idleBefore`: they are asked who were not here since. `signedInAt`: the last time that they did, if ever. */
type AskIdleAccount = { userId: string; idleBefore: string; signedInAt: string | undefined };

/** What of a user's stream says whether they are to be asked. */
export const idleAccountDecider: Decider<IdleState, AskIdleAccount, NewUserEvent, 'user-not-found'> = {
  initialState: { revision: -1, lastAt: null },
  streamOf: ({ userId }) => userStream(userId),
  evolve({ revision, lastAt }, { type, metadata }) {
    const next = { revision: revision + 1 };
    if (type === 'UserForgotten') return { ...next, lastAt: null };
    const isSign = type === 'UserRegistered' || type === 'IdleAccountAsked';
    return { ...next, lastAt: isSign ? metadata.at : lastAt };
  },
  decide({ userId, idleBefore, signedInAt = '' }, { lastAt }) {
    if (lastAt === null) return { rejection: 'user-not-found' };
    const isIdle = lastAt < idleBefore && signedInAt < idleBefore;
    return { events: isIdle ? [{ type: 'IdleAccountAsked', data: { userId } }] : [] };
  },
};

import { type NewUserEvent, userStream } from '@journal/events';
import type { Decider } from '../decider.ts';

/** When a user registered or was last asked whether they still want their account; null if there is no account. */
type IdleState = { readonly revision: number; readonly lastAt: string | null };

/** `idleBefore`: only users who were not here since are asked. `signedInAt`: time of their last sign-in, if any. */
type AskIdleAccount = { userId: string; idleBefore: string; signedInAt: string | undefined };

/** Decides from a user's stream whether to ask if they still want their account. */
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

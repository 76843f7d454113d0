import type { RequestContext } from '../../writing/request-context.ts';
import type { AccountParts } from '../account.parts.ts';
import { claimValue } from './claim-value.ts';

export type ClaimedUsername = { readonly username: string; readonly usernameHash: string };

const lastSuffix = 20;

/**
 * Gives the user a name nobody else has: of the address's local part what is in a-z, 0-9 and `._-`, or "writer"; with
 * 2, 3, … behind it where that is taken, and with random digits where those are taken too.
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
  if (suffix <= lastSuffix) return `${name}${suffix}`;
  return `${name}${context.ids(`username ${user.userId} ${suffix}`).replaceAll('-', '').slice(-8)}`;
}

import { contributorSubject, userSubject } from '@journal/events';
import { endSubscriptionOfAddressHash } from '../../newsletter/end-subscription.handler.ts';
import type { RequestContext } from '../../writing/request-context.ts';
import type { AccountParts } from '../account.parts.ts';
import { loadAccount } from '../account-outcome.ts';
import { releaseValue } from '../claims/claim-value.ts';
import { removePieces } from './remove-pieces.ts';

/**
 * Carries out that somebody is forgotten: address and name are free again, their newsletter subscription has ended,
 * those of the named articles that are theirs are gone if they wished so, and their keys are deleted. Each step may
 * be done already: broken off anywhere and done again, it ends the same.
 */
export async function finishForgetting(
  parts: Pick<AccountParts, 'log' | 'vault'>,
  { userId, articleIds }: { readonly userId: string; readonly articleIds: readonly number[] },
  context: RequestContext,
): Promise<{ readonly rejection: 'user-not-found' } | undefined> {
  const { log, vault } = parts;
  const { state } = await loadAccount(log, userId);
  if (state.status !== 'forgotten') return { rejection: 'user-not-found' };
  const { emailHash, usernameHash, profile } = state.account;
  // Without the key all of this was done before, and by now the address may be somebody else's, who subscribed.
  if (profile) await endSubscriptionOfAddressHash(log, vault, emailHash, context);
  await releaseValue(log, { kind: 'email', hash: emailHash, userId }, context);
  await releaseValue(log, { kind: 'username', hash: usernameHash, userId }, context);
  if (state.pieces === 'remove') await removePieces(parts, { contributorId: userId, articleIds }, context);
  await vault.forget(contributorSubject({ contributorId: userId }));
  await vault.forget(userSubject({ userId }));
  return undefined;
}

import {
  articleStream,
  articleSubject,
  contributorSubject,
  type PiecesOfForgotten,
  userStream,
  userSubject,
} from '@journal/events';
import { articleDecider } from '../article/article.decider.ts';
import { changeInvitation } from '../invitation/invitations.ts';
import { endSubscription } from '../newsletter/end-subscription.ts';
import type { Parts } from '../parts.ts';
import { CommandRejected, ignoreRejection } from '../writing/command-rejected.ts';
import { decideAndAppend, fold, type WriteResult } from '../writing/decide-and-append.ts';
import { type RequestContext, stepContextOf } from '../writing/request-context.ts';
import { type AccountState, accountDecider } from './account.decider.ts';
import { isAdministrator, loadAccount } from './account.ts';
import { createLastAdministratorCheck, removeAdministrator } from './administrator-removal.ts';
import { releaseValue } from './claims.ts';
import type { PasswordProof } from './passwords.state.ts';

/**
 * Decides that a user is forgotten, on behalf of an operator if there is no proof; revokes an administrator's rights
 * first. `finishForgetting` carries out the erasure. Rejects with `last-administrator` for the last one, unless
 * `mayBeLast`.
 */
export async function forget(
  { log, now }: Parts,
  what: { userId: string; pieces: PiecesOfForgotten; proof?: PasswordProof },
  context: RequestContext,
  { mayBeLast = false } = {},
): Promise<WriteResult<AccountState>> {
  const { userId } = what;
  if (isAdministrator((await loadAccount(log, userId)).state))
    await removeAdministrator(log, userId, createLastAdministratorCheck(log, userId, mayBeLast), context);
  const command = { type: 'ForgetUser', ...what, at: now().toISOString() } as const;
  return decideAndAppend(log, accountDecider, command, context);
}

/**
 * Carries out the erasure of a user: releases address and name, ends the newsletter subscription and revokes the
 * invitation of the address if it is confirmed or an operator erases the user, removes those of the named articles that
 * are theirs if they asked for it, and deletes their keys and drafts. Every step is idempotent: repeated after any
 * interruption, it gives the same result.
 */
export async function finishForgetting(
  parts: Pick<Parts, 'log' | 'vault' | 'drafts'>,
  { userId, articleIds }: { readonly userId: string; readonly articleIds: readonly number[] },
  context: RequestContext,
): Promise<void> {
  const { log, vault, drafts } = parts;
  const history = await log.read(userStream(userId));
  const { state } = fold(accountDecider, history);
  if (state.status !== 'forgotten') throw new CommandRejected('user-not-found');
  const forgotten = history.findLast(({ type }) => type === 'UserForgotten');
  const isByOperator = forgotten?.metadata.actor.role === 'service';
  const { emailHash, usernameHash, profile, isConfirmed } = state.account;
  // Without the key all of this was done before, and the address may now belong to somebody else, who has subscribed.
  // An unconfirmed address may belong to somebody else already; operators know whom they forget.
  if (profile && (isConfirmed || isByOperator)) {
    await endSubscription(parts, { emailHash }, stepContextOf(context, 'newsletter'));
    const revocation = { type: 'RevokeInvitation', emailHash } as const;
    await changeInvitation(parts, revocation, stepContextOf(context, 'invitation'));
  }
  await releaseValue(log, { kind: 'email', hash: emailHash, userId }, context);
  await releaseValue(log, { kind: 'username', hash: usernameHash, userId }, context);
  if (state.pieces === 'remove') await removePieces(parts, { contributorId: userId, articleIds }, context);
  await vault.forget(contributorSubject({ contributorId: userId }));
  await vault.forget(userSubject({ userId }));
  await drafts.removeAllOf(userId);
}

/** Deletes the contributor's own articles among these, and the articles' keys. */
export async function removePieces(
  { log, vault }: Pick<Parts, 'log' | 'vault'>,
  { contributorId, articleIds }: { readonly contributorId: string; readonly articleIds: readonly number[] },
  context: RequestContext,
): Promise<void> {
  for (const articleId of articleIds) {
    const [published] = await log.read(articleStream(articleId));
    if (published?.type !== 'ArticlePublished' || published.data.contributorId !== contributorId) continue;
    const own = stepContextOf(context, `article ${articleId}`);
    const command = { type: 'DeleteArticle', articleId } as const;
    await decideAndAppend(log, articleDecider, command, own).catch(ignoreRejection('article-not-found'));
    await vault.forget(articleSubject({ articleId }));
  }
}

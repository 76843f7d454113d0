import type { AccountErasure } from '@journal/contracts';
import {
  articleStream,
  articleSubject,
  contributorSubject,
  type PiecesOfForgotten,
  userSubject,
} from '@journal/events';
import { articleDecider } from '../article/article.decider.ts';
import type { Rejected } from '../decider.ts';
import { endSubscriptionByHash } from '../newsletter/subscription.handlers.ts';
import { decideAndAppend } from '../writing/decide-and-append.ts';
import type { RequestContext } from '../writing/request-context.ts';
import { accountDecider, type PasswordProof } from './account.decider.ts';
import { type AccountOutcome, type AccountParts, accountOf, loadAccount } from './account.ts';
import { findAccount, releaseValue } from './claims.ts';
import { verifyPassword } from './passwords.ts';

/** Decides that a user who asks for it, with their password, is forgotten. `finishForgetting` carries it out. */
export async function forgetMyself(
  parts: AccountParts,
  userId: string,
  { password, pieces }: AccountErasure,
  context: RequestContext,
): Promise<AccountOutcome> {
  const { state } = await loadAccount(parts.log, userId);
  const proof = await verifyPassword(parts, accountOf(state), password);
  return proof ? forget(parts, { userId, pieces, proof }, context) : { rejection: 'wrong-password' };
}

/** Decides, for an operator, that the user with an address is forgotten. */
export async function forgetByEmail(
  parts: AccountParts,
  { email, pieces }: { readonly email: string; readonly pieces: PiecesOfForgotten },
  context: RequestContext,
): Promise<AccountOutcome> {
  const found = await findAccount(parts, email);
  if (!found) return { rejection: 'user-not-found' };
  return forget(parts, { userId: found.account.userId, pieces }, context);
}

function forget(
  { log, now }: AccountParts,
  what: { userId: string; pieces: PiecesOfForgotten; proof?: PasswordProof },
  context: RequestContext,
): Promise<AccountOutcome> {
  const command = { type: 'ForgetUser', ...what, at: now().toISOString() } as const;
  return decideAndAppend(log, accountDecider, command, context);
}

/**
 * Carries out the erasure of a user: releases address and name, ends their newsletter subscription, removes those of
 * the named articles that are theirs if they asked for it, and deletes their keys. Every step is idempotent: repeated
 * after an interruption anywhere, it ends the same.
 */
export async function finishForgetting(
  parts: Pick<AccountParts, 'log' | 'vault'>,
  { userId, articleIds }: { readonly userId: string; readonly articleIds: readonly number[] },
  context: RequestContext,
): Promise<Rejected<'user-not-found'> | undefined> {
  const { log, vault } = parts;
  const { state } = await loadAccount(log, userId);
  if (state.status !== 'forgotten') return { rejection: 'user-not-found' };
  const { emailHash, usernameHash, profile } = state.account;
  // Without the key all of this has been done, and by now the address may be somebody else's, who subscribed.
  if (profile) await endSubscriptionByHash(parts, emailHash, context);
  await releaseValue(log, { kind: 'email', hash: emailHash, userId }, context);
  await releaseValue(log, { kind: 'username', hash: usernameHash, userId }, context);
  if (state.pieces === 'remove') await removePieces(parts, { contributorId: userId, articleIds }, context);
  await vault.forget(contributorSubject({ contributorId: userId }));
  await vault.forget(userSubject({ userId }));
  return undefined;
}

/** Deletes the contributor's own among these articles, and their keys. */
export async function removePieces(
  { log, vault }: Pick<AccountParts, 'log' | 'vault'>,
  { contributorId, articleIds }: { readonly contributorId: string; readonly articleIds: readonly number[] },
  { actor, requestId, ids }: RequestContext,
): Promise<void> {
  for (const articleId of articleIds) {
    const [published] = await log.read(articleStream(articleId));
    if (published?.type !== 'ArticlePublished' || published.data.contributorId !== contributorId) continue;
    const context = { actor, requestId, ids: (label: string) => ids(`article ${articleId} ${label}`) };
    const deleted = await decideAndAppend(log, articleDecider, { type: 'DeleteArticle', articleId }, context);
    if ('rejection' in deleted && deleted.rejection !== 'article-not-found')
      throw new Error(`Article ${articleId} could not be deleted: ${deleted.rejection}`);
    await vault.forget(articleSubject({ articleId }));
  }
}

import type { AccountParts } from '../../account/account.parts.ts';
import { loadAccount } from '../../account/account-outcome.ts';
import { removePieces } from '../../account/forgetting/remove-pieces.ts';
import type { RequestContext } from '../../writing/request-context.ts';

/** Whether a writer is forgotten, be it that their key is still there. */
export async function isForgotten({ log }: Pick<AccountParts, 'log'>, userId: string): Promise<boolean> {
  return (await loadAccount(log, userId)).state.status === 'forgotten';
}

/**
 * Takes an article away again whose writer has meanwhile gone with all pieces: those who carried that out may have
 * looked before it was there.
 */
export async function removeIfWished(
  parts: Pick<AccountParts, 'log' | 'vault'>,
  { userId, articleId }: { readonly userId: string; readonly articleId: number },
  context: RequestContext,
): Promise<void> {
  const { state } = await loadAccount(parts.log, userId);
  if (state.status !== 'forgotten' || state.pieces !== 'remove') return;
  await removePieces(parts, { contributorId: userId, articleIds: [articleId] }, context);
}

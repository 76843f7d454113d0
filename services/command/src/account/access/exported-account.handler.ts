import type { Actor } from '@journal/events';
import type { RequestContext } from '../../writing/request-context.ts';
import type { AccountParts } from '../account.parts.ts';
import { accountOf, loadAccount } from '../account-outcome.ts';
import { recordAccess } from './record-access.ts';

/** Writes down that all that is held about somebody was handed out, and to whom. Each call is one more time. */
export async function recordExport(
  { log }: Pick<AccountParts, 'log'>,
  { userId, to }: { readonly userId: string; readonly to: Actor },
  context: RequestContext,
): Promise<{ readonly position: string } | { readonly rejection: 'user-not-found' }> {
  const { state } = await loadAccount(log, userId);
  if (!accountOf(state)) return { rejection: 'user-not-found' };
  return recordAccess(log, { type: 'AccountExported', data: { userId } }, { ...context, actor: to });
}

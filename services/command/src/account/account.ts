import { type Actor, userStream } from '@journal/events';
import { fold, type WriteResult } from '../writing/decide-and-append.ts';
import type { JournalLog } from '../writing/journal-log.ts';
import { type Account, type AccountState, accountDecider } from './account.decider.ts';

export async function loadAccount(
  log: Pick<JournalLog, 'read'>,
  userId: string,
): Promise<WriteResult<AccountState>> {
  return fold(accountDecider, await log.read(userStream(userId)));
}

/** Returns the account of a registered user; undefined before registration and after erasure. */
export const accountOf = (state: AccountState): Account | undefined =>
  state.status === 'registered' ? state.account : undefined;

/** Returns the owner of an account as an actor of events. */
export const actorFor = ({ userId, roles }: Account): Actor => ({
  id: userId,
  role: roles[0] ?? 'writer',
});

/** Whether a registered user is an administrator. */
export const isAdministrator = (state: AccountState): boolean =>
  accountOf(state)?.roles.includes('admin') === true;

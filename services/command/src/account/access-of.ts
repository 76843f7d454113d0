import type { JournalLog } from '../writing/journal-log.ts';
import { loadAccount } from './account-outcome.ts';

/** What a user may do at this moment; sessions of another version are over. */
export type Access = { readonly version: number; readonly isAdmin: boolean };

/** As the log has it now; undefined for whoever has no account, or none any more. */
export async function accessOf(log: Pick<JournalLog, 'read'>, userId: string): Promise<Access | undefined> {
  const { state } = await loadAccount(log, userId);
  if (state.status !== 'registered') return undefined;
  return { version: state.sessionVersion, isAdmin: state.account.isAdmin };
}

import { RevisionConflict } from '@journal/event-store';
import { administratorsStream, type JournalEventOf } from '@journal/events';
import { CommandRejected, ignoreRejection } from '../writing/command-rejected.ts';
import { decideAndAppend, type WriteResult } from '../writing/decide-and-append.ts';
import type { JournalLog } from '../writing/journal-log.ts';
import { type RequestContext, stepContextOf } from '../writing/request-context.ts';
import { type AccountState, accountDecider } from './account.decider.ts';
import { accountOf, isAdministrator, loadAccount } from './account.ts';

/**
 * Revokes a user's administrator rights unless `checkRemoval` throws. Removals are decided one at a time, each after
 * the previous one was carried out, so that the result of `checkRemoval` still holds when its removal is decided.
 */
export async function removeAdministrator(
  log: JournalLog,
  userId: string,
  checkRemoval: () => Promise<void>,
  context: RequestContext,
): Promise<WriteResult<AccountState>> {
  const revoke = (removal: JournalEventOf<'AdministratorRemovalDecided'>['data']) => {
    const command = { type: 'RevokeAdmin', userId: removal.userId, upTo: removal.revision } as const;
    return decideAndAppend(log, accountDecider, command, stepContextOf(context, `revoke ${removal.userId}`));
  };
  for (;;) {
    const last = (await log.read(administratorsStream)).at(-1);
    // The process that decided it may not have carried it out yet, or never will; its user may have been erased since.
    if (last?.type === 'AdministratorRemovalDecided')
      await revoke(last.data).catch(ignoreRejection('user-not-found'));
    const written = await loadAccount(log, userId);
    if (!accountOf(written.state)) throw new CommandRejected('user-not-found');
    if (!isAdministrator(written.state)) return written;
    await checkRemoval();
    const data = { userId, revision: written.state.revision };
    const removal = {
      id: context.ids('removal'),
      event: { type: 'AdministratorRemovalDecided', data },
    } as const;
    try {
      await log.append(administratorsStream, [removal], last ? last.revision : 'none', context);
      return await revoke(data);
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error;
    }
  }
}

/** Returns a check that rejects with `last-administrator` if nobody else is an administrator, unless `mayBeLast`. */
export const createLastAdministratorCheck =
  (log: JournalLog, userId: string, mayBeLast: boolean) => async (): Promise<void> => {
    if (mayBeLast) return;
    const granted = await log.readAll('AdminGranted');
    const others = new Set(granted.map(({ data }) => data.userId).filter((other) => other !== userId));
    for (const other of others) if (isAdministrator((await loadAccount(log, other)).state)) return;
    throw new CommandRejected('last-administrator');
  };

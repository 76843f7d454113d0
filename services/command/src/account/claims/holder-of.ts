import { type ClaimedKind, claimStream } from '@journal/events';
import type { JournalLog } from '../../writing/journal-log.ts';

/** Whose a value is, since when. */
export type Holder = { readonly userId: string; readonly at: string };

/** Who holds a value now, if anybody, and the last revision of its claims, -1 where there is none. */
export async function holderOf(
  log: Pick<JournalLog, 'read'>,
  kind: ClaimedKind,
  hash: string,
): Promise<{ readonly holder: Holder | undefined; readonly revision: number }> {
  const last = (await log.read(claimStream(kind, hash))).at(-1);
  if (last?.type !== 'ValueClaimed') return { holder: undefined, revision: last?.revision ?? -1 };
  return { holder: { userId: last.data.userId, at: last.metadata.at }, revision: last.revision };
}

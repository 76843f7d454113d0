import type { AccountsStore } from '../account/accounts.store.ts';
import type { Audience } from './audience.ts';
import type { ChangeStreams } from './change-streams.ts';

/**
 * Looks every so many milliseconds whether those who follow the changes signed in still are who they were when they
 * began, and ends the streams of the others; also those of all, where that can't be known. The returned function stops
 * it. A reader whose stream has ended comes back by itself, and is told what it may be told by then.
 */
export function watchRights(
  streams: Pick<ChangeStreams, 'audiences' | 'keepOnly'>,
  accounts: Pick<AccountsStore, 'rights'>,
  every: number,
): () => void {
  let looking = false;

  async function look(): Promise<void> {
    const watched = new Set(streams.audiences.map(({ userId }) => userId));
    if (watched.size === 0) return;
    const rights = await accounts.rights([...watched]).catch(() => undefined);
    streams.keepOnly((audience) => !watched.has(audience.userId) || isStill(audience, rights));
  }

  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    void look().finally(() => {
      looking = false;
    });
  }, every);
  return () => clearInterval(timer);
}

function isStill(audience: Audience, rights: Awaited<ReturnType<AccountsStore['rights']>> | undefined) {
  const now = rights?.get(audience.userId);
  return now?.isAdmin === audience.isAdmin && now.sessionVersion === audience.sessionVersion;
}

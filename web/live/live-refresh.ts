import { ApiError, type Change } from '@journal/contracts';
import { QueryClient } from '@tanstack/react-query';
import type { ApiAnswer } from '../data/api.ts';
import { apiClient } from '../data/api.ts';
import { browserQueries } from '../data/page-data.ts';
import { rolesOf, sessionPath, sessionQuery } from '../data/session.ts';
import { earliestPosition, followChanges } from './change-stream.ts';
import { touches } from './topics.ts';

/**
 * Keeps what the page shows as it is in the journal: whatever a change touches is read again, in place. `onRead` is
 * called after every such read, `onGone` where what the page is about is no more.
 */
export function startLiveRefresh({ onRead, onGone }: { onRead: () => void; onGone: () => void }): void {
  const client = new QueryClient(browserQueries);
  const refresh = (change: Change) => {
    apiClient.readFrom(change.position);
    // Who is signed in is no change's business.
    void client.invalidateQueries({
      predicate: (query) => query.queryKey[0] !== sessionPath && touches(change, query),
    });
  };
  const queries = client.getQueryCache().getAll();
  const after = earliestPosition(queries.map(({ state }) => state.data as Partial<ApiAnswer> | undefined));
  const { reconnect } = followChanges({ after, onChange: refresh });
  let reader = readerIn(client);
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated') return;
    if (query.queryKey[0] === sessionPath) {
      // What a stream tells depends on who asked for it.
      const before = reader;
      reader = readerIn(client) ?? before;
      if (before !== undefined && before !== reader) reconnect();
    }
    if (!query.isActive()) return;
    const { error, data, fetchStatus } = query.state;
    const gone = error instanceof ApiError && (error.status === 404 || error.status === 410);
    if (data === undefined || fetchStatus !== 'idle') return;
    if (!gone) return onRead();
    client.removeQueries({ queryKey: query.queryKey, exact: true });
    onGone();
  });
}

/** Who is signed in, and as what; undefined while that is not known. */
function readerIn(client: QueryClient): string | undefined {
  const answer = client.getQueryData<ApiAnswer>([sessionPath]);
  const user = answer && sessionQuery.select(answer);
  return answer && `${user?.id} ${rolesOf(user)}`;
}

import { ApiError, type Change } from '@journal/contracts';
import { QueryClient } from '@tanstack/react-query';
import type { ApiAnswer } from '../data/api.ts';
import { apiClient } from '../data/api.ts';
import { browserQueries } from '../data/page-data.ts';
import { rolesOf, sessionPath, sessionQuery } from '../data/session.ts';
import { earliestPosition, followChanges } from './change-stream.ts';
import { touches } from './topics.ts';

/**
 * Keeps the page's content up to date: reads that a change touches are repeated in place. `onRead` is called after each
 * of them, `onGone` if the subject of the page no longer exists.
 */
export function startLiveRefresh({ onRead, onGone }: { onRead: () => void; onGone: () => void }): void {
  const client = new QueryClient(browserQueries);
  const refresh = (change: Change) => {
    apiClient.readFrom(change.position);
    // No change affects the session.
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
      // A stream's contents depend on the user who opened it.
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

/** The signed-in user and their roles; undefined while unknown. */
export function readerIn(client: QueryClient): string | undefined {
  const answer = client.getQueryData<ApiAnswer>([sessionPath]);
  const user = answer && sessionQuery.select(answer);
  return answer && `${user?.id} ${rolesOf(user)}`;
}

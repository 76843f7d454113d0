import { type Query, QueryClient } from '@tanstack/react-query';
import { browserQueries } from '../data/page-data.ts';
import { isPersonal, sessionPath } from '../data/session.ts';
import { readerIn } from './live-refresh.ts';
import { sessionTabs } from './session-tabs.ts';

/** Notifies this browser's other tabs that the signed-in user has changed. Does nothing if tabs can't communicate. */
export function notifyOtherTabs(): void {
  sessionTabs()?.postMessage('changed');
}

/**
 * From now on, reads the session again when another tab has changed it, and when the browser restores the page from its
 * cache, so that no tab continues to show a user who has signed out, or keeps data that only they may read.
 */
export function followOtherTabs(): void {
  const client = new QueryClient(browserQueries);
  const personal = { predicate: ({ queryKey }: Query) => isPersonal(String(queryKey[0])) };
  const refetchSession = async () => {
    const before = readerIn(client);
    await client.invalidateQueries({ queryKey: [sessionPath] });
    const isRead = client.getQueryState([sessionPath])?.isInvalidated === false;
    // What the page shows would not notice the removal, and not follow any further change.
    if (isRead && readerIn(client) === before) await client.invalidateQueries(personal);
    else client.removeQueries(personal);
  };
  sessionTabs();
  addEventListener('journal:session-changed', () => void refetchSession());
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void refetchSession();
  });
}

import { QueryClient } from '@tanstack/react-query';
import { browserQueries } from '../data/page-data.ts';
import { isPersonal, sessionPath } from '../data/session.ts';
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
  const refetchSession = async () => {
    await client.invalidateQueries({ queryKey: [sessionPath] });
    client.removeQueries({ predicate: ({ queryKey }) => isPersonal(String(queryKey[0])) });
  };
  sessionTabs();
  addEventListener('journal:session-changed', () => void refetchSession());
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void refetchSession();
  });
}

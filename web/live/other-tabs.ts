import { QueryClient } from '@tanstack/react-query';
import { browserQueries } from '../data/page-data.ts';
import { isPersonal, sessionPath } from '../data/session.ts';
import { sessionTabs } from './session-tabs.ts';

/** Tells the other tabs of this browser that somebody else is signed in now, or nobody. Does nothing where tabs can't talk. */
export function tellOtherTabs(): void {
  sessionTabs()?.postMessage('changed');
}

/**
 * From now on asks again who is signed in when another tab has changed it, and when the browser brings the page back as
 * it was left, so that none goes on showing somebody who has signed out, or keeps what only they may read.
 */
export function followOtherTabs(): void {
  const client = new QueryClient(browserQueries);
  const askAgain = async () => {
    await client.invalidateQueries({ queryKey: [sessionPath] });
    client.removeQueries({ predicate: ({ queryKey }) => isPersonal(String(queryKey[0])) });
  };
  sessionTabs();
  addEventListener('journal:session-changed', () => void askAgain());
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void askAgain();
  });
}

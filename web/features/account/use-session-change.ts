import type { ApiError, SessionUser } from '@journal/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { isPersonal, sessionAnswer, sessionPath } from '../../data/session.ts';
import { notifyOtherTabs } from '../../live/other-tabs.ts';

/**
 * Returns a function that replaces the session in this tab and the others, removes all personal data from the cache,
 * and refetches the session.
 */
export function useSessionChange(): (user: SessionUser | null) => void {
  const client = useQueryClient();
  return (user) => {
    client.setQueryData([sessionPath], sessionAnswer(user));
    client.removeQueries({ predicate: ({ queryKey }) => isPersonal(String(queryKey[0])) });
    notifyOtherTabs();
    void client.refetchQueries({ queryKey: [sessionPath] });
  };
}

/** Returns a handler for refused requests: on a 401 it ends the session in the page, too. */
export function useSessionEnd(): (error: ApiError) => false {
  const change = useSessionChange();
  return ({ status }) => {
    if (status === 401) change(null);
    return false;
  };
}

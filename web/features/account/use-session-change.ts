import type { ApiError, SessionUser } from '@journal/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiClient } from '../../data/api.ts';
import { forgetDraft } from '../../data/forget-draft.ts';
import { isPersonal, sessionAnswer, sessionPath } from '../../data/session.ts';
import { tellOtherTabs } from '../../live/other-tabs.ts';
import { prepareToasts } from '../../ui/toast/ToastHost.tsx';
import { showToast } from '../../ui/toast/toast.ts';

/**
 * Returns a function that replaces the session in this tab and the others, removes all personal data from the cache, and
 * refetches the session.
 */
export function useSessionChange(): (user: SessionUser | null) => void {
  const client = useQueryClient();
  return (user) => {
    client.setQueryData([sessionPath], sessionAnswer(user));
    client.removeQueries({ predicate: ({ queryKey }) => isPersonal(String(queryKey[0])) });
    tellOtherTabs();
    void client.refetchQueries({ queryKey: [sessionPath] });
  };
}

/** Returns a function that signs out and removes the draft from the browser; shows a notification where that fails. */
export function useSignOut(): () => Promise<void> {
  const change = useSessionChange();
  useEffect(prepareToasts, []);
  return async () => {
    try {
      await apiClient.request('POST /api/auth/logout');
      forgetDraft();
      change(null);
    } catch {
      showToast({ title: 'Failed to sign out. Please try again.', variant: 'destructive' });
    }
  };
}

/** Returns a handler of refused calls: a 401 ends the session in the page, too. */
export function useSessionEnd(): (error: ApiError) => false {
  const change = useSessionChange();
  return ({ status }) => {
    if (status === 401) change(null);
    return false;
  };
}

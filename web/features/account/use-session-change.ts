import { ApiError, type SessionUser } from '@journal/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { logout } from '../../data/account.calls.ts';
import { forgetDraft } from '../../data/pitch-draft.ts';
import { isPersonal, sessionAnswer, sessionPath } from '../../data/session.ts';
import { tellOtherTabs } from '../../live/other-tabs.ts';
import { prepareToasts } from '../../ui/toast/ToastHost.tsx';
import { toastAtom } from '../../ui/toast/toast.ts';

/**
 * Puts who is signed in now in the place of who was, here and in the other tabs, with nothing left of what only they may
 * read, then reads it again.
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

/** Signs out, with nothing left behind in the browser, and says so where that did not work. */
export function useSignOut(): () => Promise<void> {
  const change = useSessionChange();
  const showToast = useSetAtom(toastAtom);
  useEffect(prepareToasts, []);
  return async () => {
    try {
      await logout();
      forgetDraft();
      change(null);
    } catch {
      showToast({ title: 'Failed to sign out. Please try again.', variant: 'destructive' });
    }
  };
}

/** Makes of a call one that only who is signed in may make: where its answer is that nobody is, the page learns of it. */
export function useAsSignedIn() {
  const change = useSessionChange();
  return <Sent, Answer>(call: (sent: Sent) => Promise<Answer>) =>
    async (sent: Sent): Promise<Answer> => {
      try {
        return await call(sent);
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) change(null);
        throw error;
      }
    };
}

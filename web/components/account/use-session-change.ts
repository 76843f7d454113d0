import type { SessionUser } from '@journal/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { logout } from '../../data/account.calls.ts';
import { isPersonal, sessionAnswer, sessionPath } from '../../data/session.ts';
import { forgetDraft } from '../pitch/draft/draft-store.ts';
import { toastAtom } from '../toast/toast.ts';

/** Puts who is signed in now in the place of who was, with nothing left of what only they may read, then reads it again. */
export function useSessionChange(): (user: SessionUser | null) => void {
  const client = useQueryClient();
  return (user) => {
    client.setQueryData([sessionPath], sessionAnswer(user));
    client.removeQueries({ predicate: ({ queryKey }) => isPersonal(String(queryKey[0])) });
    void client.refetchQueries({ queryKey: [sessionPath] });
  };
}

/** Signs out, with nothing left behind in the browser, and says so where that did not work. */
export function useSignOut(): () => Promise<void> {
  const change = useSessionChange();
  const showToast = useSetAtom(toastAtom);
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

import type { SessionUser } from '@journal/contracts';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { navigate } from 'vike/client/router';
import { usePageContext } from 'vike-react/usePageContext';
import { apiClient, failureMessage } from '../../data/api.ts';
import { forgetDraft, hasDraftOf, isDraftSaved, putDraftAway } from '../../data/forget-draft.ts';
import { leaveQuestionAtom, unsavedAtom } from '../../ui/dialog/unsaved.ts';
import { useLazyComponent } from '../../ui/dialog/use-lazy-component.ts';
import { prepareToasts } from '../../ui/toast/ToastHost.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import type { SignOutDialogProps } from './SignOutDialog.tsx';
import { useSessionChange } from './use-session-change.ts';

/** Requests the masthead to sign out. Returns whether it handled the request. */
export const requestSignOut = (): boolean =>
  !dispatchEvent(new Event('journal:sign-out', { cancelable: true }));

const load = async () => (await import('./SignOutDialog.tsx')).SignOutDialog;

/**
 * Signs the user out on request, after asking what to do with unsaved text and with a draft that this browser keeps.
 * Goes to Home if the page is for users only. Shows a notification if signing out fails.
 */
export function SignOut({ user }: { user: SessionUser }) {
  const { config } = usePageContext();
  const change = useSessionChange();
  const { Loaded: Dialog, openProps, show } = useLazyComponent<SignOutDialogProps, HTMLElement>(load);
  const { opener } = openProps;
  const ask = useSetAtom(leaveQuestionAtom);
  const isTyped = Object.values(useAtomValue(unsavedAtom)).includes('not kept');
  /** Whether the page is left with text that nothing keeps. */
  const isLost = isTyped && config.page?.access === 'users';
  useEffect(prepareToasts, []);

  async function signOut(isDraftKept: boolean) {
    try {
      await apiClient.request('POST /api/auth/logout');
    } catch (error) {
      const text = failureMessage(error, '');
      return showToast({ title: 'Failed to sign out. Please try again.', text, variant: 'destructive' });
    }
    if (isDraftKept) putDraftAway(user.id);
    else forgetDraft(user.id);
    showToast({ title: 'You are signed out.', text: 'Goodbye, and see you soon.' });
    // Navigates first: the current page would briefly show that nobody is signed in.
    if (config.page?.access === 'users') await navigate('/');
    change(null);
  }

  useEffect(() => {
    const onSignOut = (event: Event) => {
      event.preventDefault();
      const proceed = () => {
        // Another user's draft stays for them.
        if (!hasDraftOf(user.id)) return void signOut(true);
        opener.current = focusAfterwards();
        show();
      };
      if (isLost) ask({ about: 'discard', opener: focusAfterwards(), proceed });
      else proceed();
    };
    addEventListener('journal:sign-out', onSignOut);
    return () => removeEventListener('journal:sign-out', onSignOut);
  });
  return Dialog && openProps.open ? (
    <Dialog {...openProps} isSaved={isDraftSaved(user.id)} signOut={(kept) => void signOut(kept)} />
  ) : null;
}

/** Returns the pressed button, or, for an item of a menu that closes, the opener of that menu. */
function focusAfterwards(): HTMLElement | null {
  const pressed = document.activeElement;
  if (pressed instanceof HTMLElement && pressed.closest('main')) return pressed;
  const openers = document.querySelectorAll<HTMLElement>('.account-link, .menu-link');
  return [...openers].find((one) => one.checkVisibility()) ?? null;
}

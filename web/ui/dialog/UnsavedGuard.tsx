import { useAtom, useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { withQuery } from '../../data/api.ts';
import { goTo } from '../link/offline-navigation.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { type LeaveQuestion, leaveQuestionAtom, unsavedAtom } from './unsaved.ts';

/**
 * Asks for confirmation before the user leaves unsaved changes by a link, a search, or, if the browser supports it, the
 * back button. Navigation within the same path, by query or hash, doesn't count. Mount at most one.
 */
export function UnsavedGuard() {
  const unsaved = Object.values(useAtomValue(unsavedAtom));
  const [question, ask] = useAtom(leaveQuestionAtom);
  // Kept after the answer: the focus returns to it when the dialog has closed.
  const opener = useRef<HTMLElement>(null);
  if (question) opener.current = question.opener;
  useLeaving(unsaved.length > 0, ask);
  const isKept = !unsaved.includes('not kept');
  const texts = {
    leave: {
      title: 'Leave without saving?',
      text: isKept
        ? 'What you typed is kept in this browser, and comes back when you open the form again.'
        : 'What you typed has not been saved, and will be lost.',
      action: 'Leave',
    },
    discard: {
      title: 'Discard what you typed?',
      text: 'It has not been saved, and can’t be brought back.',
      action: 'Discard',
      className: 'button-danger button-solid',
    },
  }[question?.about ?? 'leave'];
  return (
    <ConfirmDialog
      {...texts}
      open={question !== undefined}
      onOpenChange={() => ask(undefined)}
      opener={opener}
      cancel="Keep editing"
      onConfirm={() => question?.proceed()}
    />
  );
}

const focused = () => document.activeElement as HTMLElement;

/**
 * Closes the menu if the element is in it: as a native modal dialog it would cover the question. Returns the element to
 * focus afterwards.
 */
function closeMenu(pressed: HTMLElement): HTMLElement {
  const menu = pressed.closest('dialog');
  menu?.close();
  return menu ? focused() : pressed;
}

function useLeaving(isUnsaved: boolean, ask: (question: LeaveQuestion) => void): void {
  const isAllowed = useRef(false);
  useEffect(() => {
    if (!isUnsaved) return;
    const end = new AbortController();
    const options = { capture: true, signal: end.signal };
    const hold = (event: Event, url: URL, opener: HTMLElement) => {
      if (url.origin !== location.origin || url.pathname === location.pathname) return;
      event.preventDefault();
      event.stopPropagation();
      const proceed = () => goTo(url.href.slice(url.origin.length));
      ask({ about: 'leave', opener: closeMenu(opener), proceed });
    };
    const onClick = (event: MouseEvent) => {
      // A link that opens a menu doesn't navigate.
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]:not([aria-haspopup])');
      const isElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link?.target;
      if (link && !isElsewhere) hold(event, new URL(link.href), link);
    };
    const onSubmit = (event: SubmitEvent) => {
      const form = event.target as HTMLFormElement;
      const values = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
      if (form.method === 'get')
        hold(event, new URL(withQuery(form.action, Object.fromEntries(values))), focused());
    };
    document.addEventListener('click', onClick, options);
    document.addEventListener('submit', onSubmit, options);
    // Only if the browser has the Navigation API. Elsewhere the draft is there when the user returns.
    const { navigation } = globalThis;
    navigation?.addEventListener(
      'navigate',
      (event) => {
        const { key, url } = event.destination;
        const isBack = event.navigationType === 'traverse' && event.cancelable && !isAllowed.current;
        if (!isBack || new URL(url).pathname === location.pathname) return;
        event.preventDefault();
        const opener = focused();
        const proceed = () => {
          isAllowed.current = true;
          void navigation?.traverseTo(key).finished?.finally(() => {
            isAllowed.current = false;
          });
        };
        ask({ about: 'leave', opener, proceed });
      },
      options,
    );
    return () => end.abort();
  }, [isUnsaved, ask]);
}

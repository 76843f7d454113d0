import { useAtom } from 'jotai';
import { Toast } from 'radix-ui';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type Toast as ShownToast, toastAtom } from './toast.ts';

const milliseconds = 5_000;
const swipePixels = 50;

/** The notification, shown for five seconds and read out. A swipe to the right dismisses it; F8 focuses it. */
export function Toasts() {
  const [toast, setToast] = useAtom(toastAtom);
  const count = useCount(toast);
  const list = useRef<HTMLOListElement>(null);
  useFocusPastDialog(list);
  return (
    <Toast.Provider duration={milliseconds} swipeDirection="right" swipeThreshold={swipePixels}>
      {toast ? (
        <Toast.Root
          key={count}
          className="toast"
          data-variant={toast.variant ?? 'default'}
          onOpenChange={(open) => {
            if (!open) setToast(undefined);
          }}
        >
          <div>
            <Toast.Title className="toast-title">{toast.title}</Toast.Title>
            {toast.text ? <Toast.Description>{toast.text}</Toast.Description> : null}
          </div>
          {toast.action ? (
            <Toast.Action className="toast-action" altText={toast.action.instead} onClick={toast.action.run}>
              {toast.action.name}
            </Toast.Action>
          ) : null}
          <Toast.Close className="toast-close" aria-label="Close notification">
            <svg width="14" height="14" viewBox="0 0 18 18" aria-hidden="true">
              <path d="M2 2l14 14M16 2 2 16" stroke="currentColor" strokeWidth="2.4" />
            </svg>
          </Toast.Close>
        </Toast.Root>
      ) : null}
      {/* Not announced as a whole, but a dialog that is opened later only leaves live regions unhidden. */}
      <Toast.Viewport ref={list} className="toasts" hotkey={['F8']} aria-live="off" />
    </Toast.Provider>
  );
}

/** Lets the focus move from an open dialog to the list. The dialog's trap listens on the document. */
function useFocusPastDialog(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const end = new AbortController();
    const pass = (event: FocusEvent) => {
      const next = event.type === 'focusin' ? event.target : event.relatedTarget;
      if (list.current?.parentElement?.contains(next as Node | null)) event.stopPropagation();
    };
    for (const type of ['focusin', 'focusout'] as const)
      document.body.addEventListener(type, pass, { signal: end.signal });
    return () => end.abort();
  }, [list]);
}

/** Returns a different number for each notification, so that each has its full duration. */
function useCount(toast: ShownToast | undefined): number {
  const [{ last, count }, setSeen] = useState({ last: toast, count: 0 });
  if (toast !== last) setSeen({ last: toast, count: count + 1 });
  return count;
}

import { useAtom } from 'jotai';
import { type ComponentType, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { usePageContext } from 'vike-react/usePageContext';
import { type Toast, toastAtom } from './toast.ts';

/**
 * Shows notifications, outside of the page's root, which an open dialog hides from screen readers. Their code is loaded
 * with the first one, unless `prepareToasts` was called before. A notification with an action on the current page
 * disappears with that page.
 */
export function ToastHost() {
  const [toast, setToast] = useAtom(toastAtom);
  const { urlPathname } = usePageContext();
  const [Loaded, setLoaded] = useState<ComponentType>();
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    if (!toast || Loaded) return;
    loadToasts().then(
      (Toasts) => setLoaded(() => Toasts),
      () => setLost(true),
    );
  }, [toast, Loaded]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that is left
  useEffect(() => () => setToast((shown) => (shown?.action ? undefined : shown)), [urlPathname]);
  if (Loaded) return createPortal(<Loaded />, document.body);
  return isLost && toast ? createPortal(<PlainToast {...toast} />, document.body) : null;
}

/** A plain notification, for when the code of notifications can't be loaded. It stays until the next one. */
function PlainToast({ title, text, variant = 'default' }: Toast) {
  return (
    <div className="toasts">
      <div className="toast" data-variant={variant} role="alert">
        <div>
          <p className="toast-title">{title}</p>
          {text ? <p>{text}</p> : null}
        </div>
      </div>
    </div>
  );
}

const loadToasts = async (): Promise<ComponentType> => (await import('./Toasts.tsx')).Toasts;

/** Prefetches the code, so that a network failure can still be reported. */
export function prepareToasts(): void {
  void loadToasts().catch(() => {});
}

import { type ComponentType, type RefObject, useRef, useState } from 'react';
import { showToast } from '../toast/toast.ts';

export type OpenProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Element that gets the focus back. */
  opener: RefObject<HTMLElement | null>;
};

/** Returns a close handler that returns the focus to the opener. */
export const focusOn = (opener: OpenProps['opener']) => (event: Event) => {
  event.preventDefault();
  opener.current?.focus();
};

/**
 * State of a component that opens on demand. Its code is fetched then, or earlier, when a pointer or the focus reaches
 * its opener, which gets `openerProps`. `show` opens it. If the code can't be fetched, an opener that is a link is
 * followed; any other shows a notification.
 */
export function useLazyComponent<Props extends OpenProps, Opener extends HTMLElement>(
  load: () => Promise<ComponentType<Props>>,
) {
  const ref = useRef<Opener>(null);
  const [Loaded, setLoaded] = useState<ComponentType<Props>>();
  const [open, setOpen] = useState(false);
  async function fetch() {
    const loaded = await load();
    setLoaded(() => loaded);
  }
  async function show() {
    try {
      await fetch();
      setOpen(true);
    } catch {
      if (ref.current instanceof HTMLAnchorElement) location.assign(ref.current.href);
      else showToast({ title: 'This could not be opened. Please try again.', variant: 'destructive' });
    }
  }
  const prepare = () => void fetch().catch(() => {});
  return {
    Loaded,
    openProps: { open, onOpenChange: setOpen, opener: ref },
    openerProps: { ref, onPointerEnter: prepare, onFocus: prepare },
    show: () => void show(),
  };
}

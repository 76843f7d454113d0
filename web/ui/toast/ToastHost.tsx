import { useAtomValue } from 'jotai';
import { type ComponentType, useEffect, useState } from 'react';
import { loadToasts } from './load-toasts.ts';
import { toastAtom } from './toast.ts';

/** Where notifications appear. Their code is fetched for the first one, if nobody has asked for it before. */
export function ToastHost() {
  const toast = useAtomValue(toastAtom);
  const [Loaded, setLoaded] = useState<ComponentType>();
  useEffect(() => {
    if (!toast || Loaded) return;
    loadToasts().then(
      (Toasts) => setLoaded(() => Toasts),
      // Without a network there is no way to say so here; the next notification tries again.
      () => {},
    );
  }, [toast, Loaded]);
  return Loaded ? <Loaded /> : null;
}

import { useAtomValue } from 'jotai';
import { type ComponentType, useEffect, useState } from 'react';
import { toastAtom } from './toast.ts';

/** Where notifications appear. Their code is fetched for the first one. */
export function ToastHost() {
  const wanted = useAtomValue(toastAtom) !== undefined;
  const [Loaded, setLoaded] = useState<ComponentType>();
  useEffect(() => {
    if (!wanted || Loaded) return;
    import('./Toasts.tsx').then(
      ({ Toasts }) => setLoaded(() => Toasts),
      // Without a network there is no way to say so here; the next notification tries again.
      () => {},
    );
  }, [wanted, Loaded]);
  return Loaded ? <Loaded /> : null;
}

import { useAtomValue } from 'jotai';
import { type ComponentType, useEffect, useState } from 'react';
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

/** Fetches the code of notifications, once. */
const loadToasts = async (): Promise<ComponentType> => (await import('./Toasts.tsx')).Toasts;

/** Fetches it before it is needed, so that what fails for want of a network can say so. */
export function prepareToasts(): void {
  void loadToasts().catch(() => {});
}

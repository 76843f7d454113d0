import { useAtomValue } from 'jotai';
import { type ComponentType, useEffect, useState } from 'react';
import { toastAtom } from './toast.ts';

/** Shows notifications. Their code is fetched with the first, unless `prepareToasts` was called before. */
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

const loadToasts = async (): Promise<ComponentType> => (await import('./Toasts.tsx')).Toasts;

/** Prefetches the code, so that a network failure can be reported. */
export function prepareToasts(): void {
  void loadToasts().catch(() => {});
}

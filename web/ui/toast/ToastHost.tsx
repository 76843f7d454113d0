import { useAtomValue } from 'jotai';
import { type ComponentType, useEffect, useState } from 'react';
import { type Toast, toastAtom } from './toast.ts';

/** Shows notifications. Their code is fetched with the first, unless `prepareToasts` was called before. */
export function ToastHost() {
  const toast = useAtomValue(toastAtom);
  const [Loaded, setLoaded] = useState<ComponentType>();
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    if (!toast || Loaded) return;
    loadToasts().then(
      (Toasts) => setLoaded(() => Toasts),
      () => setLost(true),
    );
  }, [toast, Loaded]);
  if (Loaded) return <Loaded />;
  return isLost && toast ? <PlainToast {...toast} /> : null;
}

/** A notification where the code of notifications can't be fetched: it stays until the next one. */
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

/** Prefetches the code, so that a network failure can be reported. */
export function prepareToasts(): void {
  void loadToasts().catch(() => {});
}

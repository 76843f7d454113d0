import { useRef, useState } from 'react';

/**
 * The forms that are open, newest first. Opening one again leads to it. One that closes gives the focus back to what
 * opened it, or to `otherwise` where that is gone.
 */
export function useOpenForms<Key>(otherwise: () => HTMLElement | null) {
  const [keys, setKeys] = useState<readonly Key[]>([]);
  const openers = useRef(new Map<Key, HTMLElement>());
  return {
    keys,
    open(key: Key, opener: HTMLElement) {
      openers.current.set(key, opener);
      setKeys((others) => [key, ...others.filter((other) => other !== key)]);
    },
    close(key: Key) {
      setKeys((others) => others.filter((other) => other !== key));
      const opener = openers.current.get(key);
      (opener?.isConnected ? opener : otherwise())?.focus();
    },
  };
}

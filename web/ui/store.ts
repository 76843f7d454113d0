import { useSyncExternalStore } from 'react';

/**
 * Returns a value of the whole page, with a hook that follows it. On the server and until the page is hydrated the hook
 * returns `atFirst`.
 */
export function createStore<Value>(initial: Value, atFirst = initial) {
  let value = initial;
  const listeners = new Set<() => void>();
  const follow = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const get = () => value;
  return {
    get,
    set(next: Value) {
      value = next;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(follow, get, () => atFirst),
  };
}

import { atom, useSetAtom } from 'jotai';
import { useEffect } from 'react';

/** How many forms of the panel hold something that is typed and not sent. */
export const unsavedAtom = atom(0);

/** Counts a form while `changed`; a page that is left meanwhile asks first. */
export function useUnsaved(changed: boolean): void {
  const count = useSetAtom(unsavedAtom);
  useEffect(() => {
    if (!changed) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    count((number) => number + 1);
    return () => {
      removeEventListener('beforeunload', ask);
      count((number) => number - 1);
    };
  }, [changed, count]);
}

import { atom, useSetAtom } from 'jotai';
import { type ReactNode, useEffect, useId, useRef } from 'react';

/** How many forms of the panel hold unsaved changes. */
export const unsavedAtom = atom(0);

/** Counts a form while it has changes; leaving the page meanwhile asks first. */
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

/** A part of the panel with a form in it; takes the focus when it opens. */
export function PanelForm({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="panel-form" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}

import { atom, useSetAtom } from 'jotai';
import { useEffect } from 'react';

/** Forms with unsaved changes, and whether the browser keeps those as a draft. */
export const unsavedAtom = atom<Readonly<Record<string, 'kept' | 'not kept'>>>({});

/** Registers a form while it has unsaved changes. Closing the page meanwhile asks for confirmation. */
export function useUnsaved(form: string, changed: boolean, isKept: boolean): void {
  const set = useSetAtom(unsavedAtom);
  useEffect(() => {
    if (!changed) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    set((others) => ({ ...others, [form]: isKept ? 'kept' : 'not kept' }));
    return () => {
      removeEventListener('beforeunload', ask);
      set(({ [form]: _, ...others }) => others);
    };
  }, [changed, isKept, form, set]);
}

/** `discard` deletes what is typed, `leave` keeps it as a draft. `proceed` is called on confirmation. */
export type LeaveQuestion = {
  readonly about: 'leave' | 'discard';
  readonly opener: HTMLElement | null;
  readonly proceed: () => void;
};
export const leaveQuestionAtom = atom<LeaveQuestion>();

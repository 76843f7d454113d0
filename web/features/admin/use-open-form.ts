import { useAtomValue, useSetAtom } from 'jotai';
import { type RefObject, useRef, useState } from 'react';
import type { Piece } from '../../data/newsroom.api.ts';
import { leaveQuestionAtom, unsavedAtom } from '../../ui/dialog/UnsavedGuard.tsx';

/**
 * The one form that a tab has open. Another takes its place after a question where it has unsaved changes. Closing it
 * returns the focus to what opened it, or to `otherwise` where that is gone.
 */
export function useOpenForm<Key>(tab: Piece['kind'], otherwise: RefObject<HTMLElement | null>, first?: Key) {
  const [key, setKey] = useState(first);
  const opener = useRef<HTMLElement>(null);
  const isUnsaved = useAtomValue(unsavedAtom)[tab] !== undefined;
  const ask = useSetAtom(leaveQuestionAtom);
  const leave = (button: HTMLElement, proceed: () => void) =>
    isUnsaved ? ask({ about: 'leave', opener: button, proceed }) : proceed();
  function close() {
    setKey(undefined);
    (opener.current?.isConnected ? opener : otherwise).current?.focus();
  }
  return {
    key,
    close,
    /** Opens a form; closes it where it is the one that is open and `isToggle`. */
    open(next: Key, button: HTMLElement, isToggle = false) {
      if (next === key && !isToggle)
        return document.querySelector<HTMLElement>('.panel-tab:not([hidden]) .panel-form h2')?.focus();
      leave(button, () => {
        opener.current = button;
        if (next === key) close();
        else setKey(next);
      });
    },
  };
}

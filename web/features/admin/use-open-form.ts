import { useAtomValue, useSetAtom } from 'jotai';
import { type RefObject, useRef, useState } from 'react';
import type { Piece } from '../../data/newsroom.api.ts';
import { leaveQuestionAtom, unsavedAtom } from '../../ui/dialog/unsaved.ts';

/**
 * The one open form of a tab. Opening another asks for confirmation first if there are unsaved changes. Closing it
 * returns the focus to its opener, or to `otherwise` if that is gone.
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
    /** Opens a form; with `isToggle`, closes it if it is already open. */
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

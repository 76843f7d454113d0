import { asApiError, topics } from '@journal/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { type RefObject, useRef, useState } from 'react';
import { touches } from '../../../live/topics.ts';
import { toastAtom } from '../../../ui/toast/toast.ts';

type ChangeWords = {
  readonly done: string;
  readonly failed: string;
  /** Undoes the change, where that is possible. */
  readonly undo?: { readonly instead: string; readonly run: () => void };
};

/** Reads again whatever a change of ours may have touched, without waiting to be told of it. */
export function useReadAgain(): () => void {
  const client = useQueryClient();
  return () =>
    void client.invalidateQueries({
      predicate: (query) => touches({ topics: [topics.everything] }, query),
    });
}

/** Makes a change that needs no form, and says in a notification how it went. */
export function useChange(): (change: () => Promise<unknown>, words: ChangeWords) => Promise<void> {
  const showToast = useSetAtom(toastAtom);
  const readAgain = useReadAgain();
  return async (change, { done, failed, undo }) => {
    try {
      await change();
      showToast({ title: done, ...(undo ? { action: { name: 'Undo', ...undo } } : {}) });
    } catch (error) {
      const text = asApiError(error).problem?.message;
      showToast({ title: failed, variant: 'destructive', ...(text ? { text } : {}) });
    }
    readAgain();
  };
}

/**
 * A question about one of the rows. The focus goes back to what asked it; after a yes, which may take the row away, to
 * `afterwards`.
 */
export function useQuestion<Row>(afterwards: RefObject<HTMLElement | null>) {
  const [row, setRow] = useState<Row>();
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLElement | null>(null);
  return {
    row,
    ask(about: Row, asker: HTMLElement) {
      opener.current = asker;
      setRow(about);
      setOpen(true);
    },
    agreed: () => {
      opener.current = afterwards.current;
    },
    dialog: { open, onOpenChange: setOpen, opener },
  };
}

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

import { useQueryClient } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { asApiError } from '../../../data/api.ts';
import { touches } from '../../../live/topics.ts';
import { toastAtom } from '../../../ui/toast/toast.ts';

export type ChangeWords = {
  readonly done: string;
  readonly failed: string;
  /** Takes it back, where that can be done. */
  readonly undo?: { readonly instead: string; readonly run: () => void };
};

/** Reads again whatever a change of ours may have touched, without waiting to be told of it. */
export function useReadAgain(): () => void {
  const client = useQueryClient();
  return () =>
    void client.invalidateQueries({
      predicate: ({ queryKey }) => touches({ topics: ['*'] }, String(queryKey[0])),
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

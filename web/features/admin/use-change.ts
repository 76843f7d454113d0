import { topics } from '@journal/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { failureMessage } from '../../data/api.ts';
import { touches } from '../../live/topics.ts';
import { showToast } from '../../ui/toast/toast.ts';

export type ChangeMessages = {
  readonly done: string;
  readonly failed: string;
  readonly undo?: { readonly instead: string; readonly run: () => void } | undefined;
};

/**
 * Returns a function that refetches everything that a change of ours may affect, without waiting for the live change.
 * Resolves when that has been read.
 */
export function useRefetch(): () => Promise<void> {
  const client = useQueryClient();
  return () =>
    client.invalidateQueries({
      predicate: (query) => touches({ topics: [topics.everything] }, query),
    });
}

/** Shows a failure with the API's own message if there is one, or that there was no response. */
export function showFailure(title: string, error: unknown): void {
  const text = failureMessage(error, '');
  showToast({ title, variant: 'destructive', ...(text ? { text } : {}) });
}

/**
 * Returns a function that makes a change which needs no form, and shows its outcome in a notification. Resolves when the
 * page shows the change.
 */
export function useChange(): (change: () => Promise<unknown>, messages: ChangeMessages) => Promise<void> {
  const refetch = useRefetch();
  return async (change, { done, failed, undo }) => {
    try {
      await change();
      showToast({ title: done, ...(undo ? { action: { name: 'Undo', ...undo } } : {}) });
    } catch (error) {
      showFailure(failed, error);
    }
    await refetch();
  };
}

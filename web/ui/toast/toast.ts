import { createStore } from '../store.ts';

export type Toast = {
  title: string;
  text?: string;
  variant?: 'default' | 'destructive';
  /** What can be done about it right there. `instead` says how else, to who can't reach it in time. */
  action?: { name: string; instead: string; run: () => void };
};

/** The one notification that can be seen. */
export const shownToast = createStore<Toast | undefined>(undefined);

/** Shows a notification, in the place of the one before; even where that said the same. In the browser only. */
export function showToast(toast: Toast): void {
  shownToast.set({ ...toast });
}

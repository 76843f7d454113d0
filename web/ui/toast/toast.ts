import { atom, getDefaultStore } from 'jotai';

export type Toast = {
  title: string;
  text?: string;
  variant?: 'default' | 'destructive';
  /** What can be done about it right there. `instead` says how else, to who can't reach it in time. */
  action?: { name: string; instead: string; run: () => void };
};

/** The one notification that can be seen. */
export const toastAtom = atom<Toast>();

/** Shows a notification, in the place of the one before; even where that said the same. In the browser only. */
export function showToast(toast: Toast): void {
  getDefaultStore().set(toastAtom, { ...toast });
}

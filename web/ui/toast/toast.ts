import { atom, getDefaultStore } from 'jotai';

export type Toast = {
  title: string;
  text?: string;
  variant?: 'default' | 'destructive';
  /** Action offered in the notification. `instead` is the alternative for users who can't reach it in time. */
  action?: { name: string; instead: string; run: () => void };
};

/** The visible notification; there is at most one. */
export const toastAtom = atom<Toast>();

/** Shows a notification in place of the previous one, even if both say the same. In the browser only. */
export function showToast(toast: Toast): void {
  getDefaultStore().set(toastAtom, { ...toast });
}

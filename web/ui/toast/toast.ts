import { atom } from 'jotai';

export type Toast = {
  title: string;
  text?: string;
  variant?: 'default' | 'destructive';
  /** What can be done about it right there. `instead` says how else, to who can't reach it in time. */
  action?: { name: string; instead: string; run: () => void };
};

const shown = atom<Toast>();

/** The one notification that can be seen. A new one takes the place of the one before. */
export const toastAtom = atom(
  (get) => get(shown),
  (_get, set, toast: Toast | undefined) => set(shown, toast && { ...toast }),
);

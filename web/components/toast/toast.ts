import { atom } from 'jotai';

export type Toast = { title: string; text?: string; variant?: 'default' | 'destructive' };

const shown = atom<Toast>();

/** The one notification that can be seen. A new one takes the place of the one before. */
export const toastAtom = atom(
  (get) => get(shown),
  (_get, set, toast: Toast | undefined) => set(shown, toast && { ...toast }),
);

import { atom, useAtomValue } from 'jotai';
import type { ReactNode } from 'react';

/** A dialog that must stay open while the page under it changes; null if there is none. */
export const persistentDialogAtom = atom<ReactNode>(null);

export const PersistentDialog = () => useAtomValue(persistentDialogAtom);

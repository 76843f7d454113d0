import { atom, useAtomValue } from 'jotai';
import type { ReactNode } from 'react';

/** A dialog that has to stay though the page under it becomes another; null where there is none. */
export const lastingDialogAtom = atom<ReactNode>(null);

export const LastingDialog = () => useAtomValue(lastingDialogAtom);

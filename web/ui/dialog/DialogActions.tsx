import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';

/** The foot of a dialog: the way out, and what it is for. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="dialog-actions">
      <Dialog.Close className="button">Cancel</Dialog.Close>
      {children}
    </div>
  );
}
